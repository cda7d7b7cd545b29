import { isIdentifier } from '#contract/series/names'
import { formatNumber, measuredStyle } from '../../numbers'

/** What the numbers of a series are written with. */
export interface ValueStyle {
  path: string
  unit: string | null
  /** Digits after the decimal mark; null or none for as many as a value has. */
  decimals?: number | null
}

/** Writes a number of a series in a language, with its unit. Ids, telephone numbers and times are not grouped by three digits. */
export const formatValue = (value: number, locale: string, { path, unit, decimals = null }: ValueStyle) =>
  formatNumber(value, locale, {
    ...measuredStyle(unit, decimals),
    isGrouped: !isIdentifier(path, value),
  })
