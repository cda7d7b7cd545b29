import { useLocale } from 'react-admin'
import { type Condition, readCondition } from '#contract/devices'
import { useSpaceSeries } from '../series/useSeries'
import { formatValue } from '../series/valueText'
import { useTags } from '../tags/useTags'
import { howOf } from './choices'
import { useTranslate } from './texts'

/** Writes a condition as a sentence: "voltage_rest below 3.2 V", "Tag is not old-town". */
export function useConditionText(): (text: string) => string {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  const { data: series } = useSpaceSeries()
  const tags = useTags()

  const spanText = (duration: string) => {
    const unit = duration.at(-1)
    return unit === 'm' || unit === 'h' || unit === 'd'
      ? translate(`conditions.spans.${unit}`, { smart_count: Number.parseInt(duration, 10) })
      : duration
  }

  function numberText({ key, value }: Condition): string {
    const of = series?.find(({ path }) => path === key)
    const number = Number(value)
    return of && Number.isFinite(number) ? formatValue(number, locale, { ...of, decimals: null }) : value
  }

  const whatOf = ({ field, key }: Condition) => {
    if (field === 'value') return series?.find(({ path }) => path === key)?.label ?? key
    return field === 'label' ? key : translate(`conditions.fields.${field}`)
  }

  function valueOf(condition: Condition): string {
    const { field, operator, value } = condition
    if (operator === 'within') return spanText(value)
    if (field === 'tag') return tags?.find(({ id }) => id === value)?.name ?? value
    return field === 'value' ? numberText(condition) : value
  }

  return (text) => {
    const condition = readCondition(text)
    if ('fault' in condition) return text
    const { field } = condition
    const how = howOf(condition)
    const words = { what: whatOf(condition), value: valueOf(condition) }
    if (how === null) return translate('conditions.saysValue.other', { text })
    if (how === 'within' || how === 'withinNot')
      return translate(`conditions.${field === 'last_seen' ? 'saysSeen' : 'saysValue'}.${how}`, words)
    if (how === 'empty' || how === 'emptyNot') {
      const group = GROUPS.get(field)
      return translate(`conditions.${group ?? 'says'}.${how}`, words)
    }
    return translate(`conditions.says.${how}`, words)
  }
}

const GROUPS = new Map<Condition['field'], 'saysLabel' | 'saysTag' | 'saysValue' | 'saysSeen'>([
  ['label', 'saysLabel'],
  ['tag', 'saysTag'],
  ['value', 'saysValue'],
  ['last_seen', 'saysSeen'],
])
