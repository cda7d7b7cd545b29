import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import { tagOf, UNREAD } from './clock'

/** How a number is written. */
export interface NumberStyle {
  /** Symbol of its unit, which is the same in every language, such as `m` or `°C`. */
  unit?: string
  /** Most digits after the decimal mark; all of them unless given. */
  decimals?: number
  /** It has so many digits, with zeros at the end. */
  isExact?: boolean
  /** A number close to zero has more decimals than that, until so many of its digits are shown. */
  digits?: number
  /** False for a number that names something, whose digits are not grouped by three. */
  isGrouped?: boolean
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = tag + JSON.stringify(options)
  const kept = formats.get(key) ?? new Intl.NumberFormat(tag, options)
  formats.set(key, kept)
  return kept
}

/** The most decimals that are told apart. */
const DECIMALS_MAX = 20
/** A smaller number has its exponent behind it, and so has one of whose digits a number of JavaScript does not hold all. */
const SMALL = 1e-9
const LARGE = Number.MAX_SAFE_INTEGER

/**
 * Writes a number as the language does, with its unit; a dash for one that could not be read. No digit is shown in place of those that it
 * does not hold.
 */
export function formatNumber(value: number, locale: string, style: NumberStyle = {}): string {
  if (Number.isNaN(value)) return UNREAD
  const { unit, decimals = DECIMALS_MAX, isExact = false, digits = 0, isGrouped = true } = style
  const size = Math.abs(value)
  const isScientific = size > LARGE || (size > 0 && size < SMALL && !isExact)
  const own = size > 0 && size < 1 ? digits - 1 - Math.floor(Math.log10(size)) : 0
  const maximum = isExact ? decimals : Math.min(DECIMALS_MAX, Math.max(decimals, own))
  const text = formatOf(
    tagOf(locale),
    isScientific
      ? { notation: 'scientific', maximumFractionDigits: DECIMALS_MAX }
      : {
          maximumFractionDigits: maximum,
          minimumFractionDigits: isExact ? maximum : 0,
          useGrouping: isGrouped,
        },
  ).format(value)
  if (!unit) return text
  // Degrees of an angle follow their number at once.
  return unit === '°' ? text + unit : `${text}\u00a0${unit}`
}

/** Most digits after the decimal mark of a measured value of which nobody has said how many it has, and of one close to zero. */
const MEASURED_DECIMALS = 6

/** How a measured value is written: with its unit and decimals, else with not more of them than anybody reads. */
export const measuredStyle = (unit: string | null, decimals: number | null = null): NumberStyle => ({
  ...(unit !== null && { unit }),
  decimals: decimals ?? MEASURED_DECIMALS,
  isExact: decimals !== null,
  digits: MEASURED_DECIMALS,
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
