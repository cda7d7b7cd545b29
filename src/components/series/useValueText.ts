import { useCallback } from 'react'
import type { Series } from '#contract/series'
import { useShownLocale } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { formatValue } from './valueText'

/** The properties of a series that format its values. */
export type Written = Pick<Series, 'path' | 'unit' | 'decimals' | 'is_boolean'>

/** Formats values of a series: numbers with their unit, or yes and no. */
export function useValueText(): (value: number, of: Written) => string {
  const translate = useTranslate()
  const locale = useShownLocale()
  return useCallback(
    (value, of) =>
      of.is_boolean
        ? translate(value === 0 ? 'ra.boolean.false' : 'ra.boolean.true')
        : formatValue(value, locale, of),
    [translate, locale],
  )
}
