import type { Series } from '#contract/series'
import { measuredStyle, useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** What a value of a series is written with. */
export type Written = Pick<Series, 'unit' | 'decimals' | 'is_boolean'>

/** Writes values of a series: numbers with their unit, or yes and no. */
export function useValueText(): (value: number, of: Written) => string {
  const translate = useTranslate()
  const numberText = useNumberText()
  return (value, { unit, decimals, is_boolean }) => {
    if (is_boolean) return translate(value === 0 ? 'series.no' : 'series.yes')
    return numberText(value, measuredStyle(unit, decimals))
  }
}
