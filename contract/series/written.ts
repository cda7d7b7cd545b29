import { measuredStyle, type NumberStyle } from '../common/numbers'
import { isIdentifier } from './names'

/** What the numbers of a series are written with. */
export interface ValueStyle {
  path: string
  unit: string | null
  /** Digits after the decimal mark; null or none for as many as a value has. */
  decimals?: number | null
}

/** How a number of a series is written, with its unit. Ids, telephone numbers and times are not grouped by three digits. */
export const styleOfValue = (value: number, { path, unit, decimals = null }: ValueStyle): NumberStyle => ({
  ...measuredStyle(unit, decimals),
  isGrouped: !isIdentifier(path, value),
})
