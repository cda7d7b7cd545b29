import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import { type NumberStyle, writeNumber } from '#contract/common/numbers'
import { tagOf, UNREAD } from './clock'

/** Formats a number with its unit in a language; a dash if it could not be read. */
export const formatNumber = (value: number, locale: string, style?: NumberStyle): string =>
  Number.isNaN(value) ? UNREAD : writeNumber(value, tagOf(locale), style)

/** The decimal mark and the group separator of a number. */
type Marks = readonly [decimal: string, group: string]

type Ways = readonly [Marks, ...Marks[]]

/** English groups digits with commas, so "1,234" is a group, not a decimal comma. */
const ENGLISH: Ways = [
  ['.', '\\s'],
  ['.', ','],
  [',', '\\s'],
  [',', '.'],
]
/** Czech does not group digits with points, so "1.234" has a decimal point. */
const CZECH: Ways = [
  [',', '\\s'],
  ['.', '\\s'],
  [',', '.'],
  ['.', ','],
]
/** The number formats that a language accepts, its own first. */
const waysOf = (locale: string): Ways => (locale === 'cs' ? CZECH : ENGLISH)

const shapeOf = ([decimal, group]: Marks) =>
  new RegExp(`^[+-]?(?:\\d{1,3}(?:[${group}]\\d{3})+|\\d*)(?:[${decimal}]\\d*)?(?:e[+-]?\\d+)?$`, 'i')

/**
 * Reads a number in the format of a language. A point instead of a comma, or vice versa, is accepted if it is not
 * ambiguous in that language.
 * @returns undefined if it is not a number
 */
export function readNumber(text: string, locale: string, unit = ''): number | undefined {
  const trimmed = text.trim()
  const digits = (unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed)
    // Typographic minus sign.
    .replace(/^−/, '-')
  const marks = /\d/.test(digits) && waysOf(locale).find((way) => shapeOf(way).test(digits))
  if (!marks) return undefined
  const [decimal, group] = marks
  const value = Number(digits.replace(new RegExp(`[${group}]`, 'g'), '').replace(decimal, '.'))
  return Number.isFinite(value) ? value : undefined
}

/** A number as a person would type it, with all digits. */
export const typedNumber = (value: number, locale: string): string =>
  String(value).replace('.', waysOf(locale)[0][0])

/** Formats numbers in the language of the console. */
export function useNumberText(): (value: number, style?: NumberStyle) => string {
  const locale = useLocale() ?? 'en'
  return useMemo(() => (value: number, style?: NumberStyle) => formatNumber(value, locale, style), [locale])
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** A size in its largest fitting unit: "245.3 kB", "0 bytes". Units are powers of 1000. */
export function formatBytes(bytes: number, locale: string): string {
  const power = Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3)
  const index = Math.min(BYTE_UNITS.length - 1, power)
  const format = new Intl.NumberFormat(tagOf(locale), {
    style: 'unit',
    unit: BYTE_UNITS[index],
    // Bytes have no symbol, so the unit is a word with a plural.
    unitDisplay: index === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1000 ** index)
}
