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
 * Writes a number as a language does, with its unit. No digit is shown in place of those that it does not hold.
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
