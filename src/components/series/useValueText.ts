import type { Series } from '#contract/series'
import { useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** Most decimals that anybody reads. */
const DECIMALS = 6

/** What a value of a series is written with. */
export type Written = Pick<Series, 'unit' | 'decimals' | 'is_boolean'>

/** Writes values of a series: numbers with their unit, or yes and no. */
export function useValueText(): (value: number, of: Written) => string {
  const translate = useTranslate()
  const numberText = useNumberText()
  return (value, { unit, decimals, is_boolean }) => {
    if (is_boolean) return translate(value === 0 ? 'series.no' : 'series.yes')
    return numberText(value, { decimals: decimals ?? DECIMALS, ...(unit !== null && { unit }) })
  }
}
