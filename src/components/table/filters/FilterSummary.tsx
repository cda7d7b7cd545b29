import { useLocale } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { tagOf } from '../../page/TimeText'
import { useRelativeText } from '../dates/useRelativeText'
import { readChoices, readRange, readText } from '../filterValues'
import type { ColumnFilter } from '../types'
import { useChoicesOf } from './useChoicesOf'
import { useFilters } from './useFilters'

type Filter<Kind> = Extract<ColumnFilter, { kind: Kind }>

/** What an active filter asks for, in words. */
export function FilterSummary({ filter }: { filter: ColumnFilter }) {
  if (filter.kind === 'text') return <TextSummary filter={filter} />
  if (filter.kind === 'multiselect') return <ChoicesSummary filter={filter} />
  return <RangeSummary filter={filter} />
}

function TextSummary({ filter }: { filter: Filter<'text'> }) {
  const { values } = useFilters()
  return readText(values[filter.source], filter)
}

function ChoicesSummary({ filter }: { filter: Filter<'multiselect'> }) {
  const locale = useLocale()
  const { values } = useFilters()
  const choices = useChoicesOf(filter)
  const names = (readChoices(values[filter.source]) ?? []).map(
    (id) => choices?.find((choice) => choice.id === id)?.name ?? id,
  )
  const all = filter.logicSource !== undefined && values[filter.logicSource] === 'all'
  return new Intl.ListFormat(locale, { type: all ? 'conjunction' : 'disjunction' }).format(names)
}

function RangeSummary({ filter }: { filter: Filter<'dateRange'> }) {
  const locale = useLocale()
  const translate = useTranslate()
  const relativeText = useRelativeText()
  const { effective } = useFilters()
  const range = readRange(effective[filter.source]) ?? {}
  const format = new Intl.DateTimeFormat(tagOf(locale), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  if ('relative' in range) return relativeText(range.relative)
  const { start, end } = range
  const text = (time: string) => format.format(new Date(time))
  if (start && end) return `${format.formatRange(new Date(start), new Date(end))} UTC`
  if (start) return translate('table.filter.from', { start: `${text(start)} UTC` })
  return end && translate('table.filter.until', { end: `${text(end)} UTC` })
}
