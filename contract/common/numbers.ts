/** How a number is written. */
export interface NumberStyle {
  /** Symbol of its unit, which is the same in every language, such as `m` or `°C`. */
  unit?: string
  /** Most decimals; all of them unless given. */
  decimals?: number
  /** Whether it has exactly that many decimals, with zeros at the end. */
  isExact?: boolean
  /** A number close to zero has more decimals, until this many of its digits are shown. */
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

/** Most decimals that are written. */
const DECIMALS_MAX = 20
/** Smaller numbers are written with an exponent, as are numbers with more digits than a number of JavaScript can represent. */
const SMALL = 1e-9
const LARGE = Number.MAX_SAFE_INTEGER

/**
 * Writes a number in a language, with its unit. No digit is shown that the number cannot represent.
 * @param tag of the language, such as `en-GB`
 */
export function writeNumber(value: number, tag: string, style: NumberStyle = {}): string {
  const { unit, decimals = DECIMALS_MAX, isExact = false, digits = 0, isGrouped = true } = style
  const size = Math.abs(value)
  const isScientific = size > LARGE || (size > 0 && size < SMALL && !isExact)
  const own = size > 0 && size < 1 ? digits - 1 - Math.floor(Math.log10(size)) : 0
  const maximum = isExact ? decimals : Math.min(DECIMALS_MAX, Math.max(decimals, own))
  const text = formatOf(
    tag,
    isScientific
      ? { notation: 'scientific', maximumFractionDigits: DECIMALS_MAX }
      : {
          maximumFractionDigits: maximum,
          minimumFractionDigits: isExact ? maximum : 0,
          useGrouping: isGrouped,
        },
  ).format(value)
  if (!unit) return text
  // Degrees of an angle follow their number without a space.
  return unit === '°' ? text + unit : `${text}\u00a0${unit}`
}

/** Most decimals of a measured value without a setting, and significant digits of one close to zero. */
const MEASURED_DECIMALS = 6

/** The style of a measured value: with its unit and decimals, otherwise with no more decimals than people read. */
export const measuredStyle = (unit: string | null, decimals: number | null = null): NumberStyle => ({
  ...(unit !== null && { unit }),
  decimals: decimals ?? MEASURED_DECIMALS,
  isExact: decimals !== null,
  digits: MEASURED_DECIMALS,
})
