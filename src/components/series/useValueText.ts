import type { Series } from '#contract/series'
import { useTranslate } from '../../i18n/translate'
import { measuredStyle, useNumberText } from '../../numbers'

/** What a value of a series is written with. */
export type Written = Pick<Series, 'unit' | 'decimals' | 'is_boolean'>

/** Writes values of a series: numbers with their unit, or yes and no. */
export function useValueText(): (value: number, of: Written) => string {
  const translate = useTranslate()
  const numberText = useNumberText()
  return (value, { unit, decimals, is_boolean }) => {
    if (is_boolean) return translate(value === 0 ? 'ra.boolean.false' : 'ra.boolean.true')
    return numberText(value, measuredStyle(unit, decimals))
  }
}
