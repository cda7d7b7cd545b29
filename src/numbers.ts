import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import { tagOf } from './clock'

/** How a number is written. */
export interface NumberStyle {
  /** Symbol of its unit, which is the same in every language, such as `m` or `°C`. */
  unit?: string
  /** Most digits after the decimal mark; all of them unless given. */
  decimals?: number
  /** It has so many digits, with zeros at the end. */
  isExact?: boolean
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, decimals = 20, isExact = false): Intl.NumberFormat {
  const key = `${locale} ${decimals} ${isExact}`
  const kept =
    formats.get(key) ??
    new Intl.NumberFormat(tagOf(locale), {
      maximumFractionDigits: decimals,
      minimumFractionDigits: isExact ? decimals : 0,
    })
  formats.set(key, kept)
  return kept
}

/** Writes a number as the language does, with its unit. */
export function formatNumber(
  value: number,
  locale: string,
  { unit, decimals, isExact }: NumberStyle = {},
): string {
  const text = formatOf(locale, decimals, isExact).format(value)
  if (!unit) return text
  // Degrees of an angle follow their number at once.
  return unit === '°' ? text + unit : `${text}\u00a0${unit}`
}

/** Most digits after the decimal mark of a measured value of which nobody has said how many it has. */
const MEASURED_DECIMALS = 6

/** How a measured value is written: with its unit and decimals, else with not more of them than anybody reads. */
export const measuredStyle = (unit: string | null, decimals: number | null = null): NumberStyle => ({
  ...(unit !== null && { unit }),
  decimals: decimals ?? MEASURED_DECIMALS,
  isExact: decimals !== null,
})

/** The decimal mark of a number, and what groups its digits by three. */
type Marks = readonly [decimal: string, group: string]

type Ways = readonly [Marks, ...Marks[]]

/** English groups digits by commas, so "1,234" is its own way and not a decimal comma. */
const ENGLISH: Ways = [
  ['.', '\\s'],
  ['.', ','],
  [',', '\\s'],
  [',', '.'],
]
/** Czech does not group digits by points, so "1.234" has a decimal point. */
const CZECH: Ways = [
  [',', '\\s'],
  ['.', '\\s'],
  [',', '.'],
  ['.', ','],
]
/** The ways of writing numbers that are understood in a language; its own decimal mark is in the first. */
const waysOf = (locale: string): Ways => (locale === 'cs' ? CZECH : ENGLISH)

const shapeOf = ([decimal, group]: Marks) =>
  new RegExp(`^[+-]?(?:\\d{1,3}(?:[${group}]\\d{3})+|\\d*)(?:[${decimal}]\\d*)?(?:e[+-]?\\d+)?$`, 'i')

/**
 * Reads a number as a person of a language writes it; one that is written in another way, with a point instead of a
 * comma or vice versa, is understood where it is not ambiguous in the language.
 * @returns undefined when it is not a number
 */
export function readNumber(text: string, locale: string, unit = ''): number | undefined {
  const trimmed = text.trim()
  const digits = (unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed)
    // The minus sign of typography.
    .replace(/^−/, '-')
  const marks = /\d/.test(digits) && waysOf(locale).find((way) => shapeOf(way).test(digits))
  if (!marks) return undefined
  const [decimal, group] = marks
  const value = Number(digits.replace(new RegExp(`[${group}]`, 'g'), '').replace(decimal, '.'))
  return Number.isFinite(value) ? value : undefined
}

/** A number as a person would type it, with all its digits. */
export const typedNumber = (value: number, locale: string): string =>
  String(value).replace('.', waysOf(locale)[0][0])

/** Writes numbers in the language of the person at the console. */
export function useNumberText(): (value: number, style?: NumberStyle) => string {
  const locale = useLocale() ?? 'en'
  return useMemo(() => (value: number, style?: NumberStyle) => formatNumber(value, locale, style), [locale])
}
