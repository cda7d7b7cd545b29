import { styleOfValue, type ValueStyle } from '#contract/series/shown'
import { formatNumber } from '../../numbers'

/** Formats a number of a series in a language, with its unit. */
export const formatValue = (value: number, locale: string, of: ValueStyle) =>
  formatNumber(value, locale, styleOfValue(value, of))
