import CloseIcon from '@mui/icons-material/Close'
import { styled } from '@mui/material'
import { Suspense, useId } from 'react'
import { useLocale } from 'react-admin'
import { type Clock, formatRange, formatTime, useClock } from '../../../clock'
import { type Translate, useTranslate } from '../../../i18n/translate'
import { touchSpace } from '../../../theme/theme'
import { type FilterableColumn, readChoices, readText } from '../address'
import { type DateRange, readRange, relativeText } from '../dates/ranges'
import type { ColumnFilter, FilterOf } from '../types'
import { useChoicesOf, useFilters, useTable } from '../useTable'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: 0,
  padding: '0 16px 12px',
  ...theme.typography.body2,
  li: { display: 'inline-flex', maxWidth: '100%' },
  'li > span': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minWidth: 0,
    padding: '2px 4px 2px 10px',
    borderRadius: 14,
    backgroundColor: theme.palette.action.selected,
    overflowWrap: 'anywhere',
  },
  // A default that cannot be cleared does not look like a chip.
  'li > span[data-fixed]': {
    paddingInline: 0,
    backgroundColor: 'transparent',
    color: theme.palette.text.secondary,
  },
  button: {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    cursor: 'pointer',
    borderRadius: 12,
    padding: '2px 8px',
    position: 'relative',
    ...touchSpace,
  },
  'span > button': { display: 'inline-flex', padding: 4 },
  'button:hover': { backgroundColor: theme.palette.action.hover },
  'button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '.all': { color: theme.palette.primary.main, fontWeight: 600 },
}))

function ChoicesSummary({ filter }: { filter: FilterOf<'multiselect'> }) {
  const locale = useLocale()
  const { values } = useFilters()
  const choices = useChoicesOf(filter)
  const names = (readChoices(values[filter.source]) ?? []).map(
    (id) => choices?.find((choice) => choice.id === id)?.name ?? id,
  )
  const all = filter.logicSource !== undefined && values[filter.logicSource] === 'all'
  return (
    <span>{new Intl.ListFormat(locale, { type: all ? 'conjunction' : 'disjunction' }).format(names)}</span>
  )
}

/** A range in words. */
function rangeText(range: DateRange, clock: Clock, translate: Translate) {
  if ('relative' in range) return relativeText(range.relative, translate)
  const { start, end } = range
  if (start && end) return formatRange(Date.parse(start), Date.parse(end), clock)
  if (start) return translate('table.filter.from', { start: formatTime(Date.parse(start), clock) })
  return end && translate('table.filter.until', { end: formatTime(Date.parse(end), clock) })
}

/** The value of a filter in words. */
export function FilterSummary({ filter }: { filter: ColumnFilter }) {
  const translate = useTranslate()
  const clock = useClock()
  const { effective } = useFilters()
  if (filter.kind === 'text') {
    const { Shown } = filter
    const text = readText(effective[filter.source], filter)
    return Shown && text ? <Shown text={text} /> : text
  }
  if (filter.kind === 'multiselect') return <ChoicesSummary filter={filter} />
  if (filter.kind === 'conditions') return null
  if (filter.kind === 'record') return <filter.Shown id={String(effective[filter.source])} />
  return <span>{rangeText(readRange(effective[filter.source]) ?? {}, clock, translate)}</span>
}

/** A chip for each condition. */
function ConditionChips({ filter }: { filter: FilterOf<'conditions'> }) {
  const translate = useTranslate()
  const id = useId()
  const { values, change } = useFilters()
  const conditions = readChoices(values[filter.source]) ?? []
  return conditions.map((condition, place) => {
    const [textId, buttonId] = [`${id}${place}`, `${id}${place}clear`]
    const rest = conditions.filter((one) => one !== condition)
    const text = translate('table.filter.clearCondition')
    return (
      <li key={condition}>
        <span>
          <span id={textId}>
            <Suspense fallback={condition}>
              <filter.Shown text={condition} />
            </Suspense>
          </span>
          <button
            type="button"
            id={buttonId}
            aria-label={text}
            aria-labelledby={`${buttonId} ${textId}`}
            title={text}
            onClick={() => change({ [filter.source]: rest.length > 0 ? rest : undefined })}
          >
            <CloseIcon sx={{ fontSize: 16 }} />
          </button>
        </span>
      </li>
    )
  })
}

function Chip({ label, filter }: FilterableColumn) {
  const translate = useTranslate()
  const { values, clear } = useFilters()
  const name = translate(label)
  const text = translate('table.filter.clear', { label: name })
  const chosen = values[filter.source] !== undefined
  return (
    <li>
      <span data-fixed={!chosen || undefined}>
        {name}: <FilterSummary filter={filter} />
        {chosen && (
          <button type="button" aria-label={text} title={text} onClick={() => clear(filter)}>
            <CloseIcon sx={{ fontSize: 16 }} />
          </button>
        )}
      </span>
    </li>
  )
}

/** Chips of the chosen filters, which can be cleared. Without room for filter buttons, they include defaults. */
export default function FilterChips({ isWide }: { isWide: boolean }) {
  const translate = useTranslate()
  const { filters } = useTable()
  const { effective, active, clearAll } = useFilters()
  const applied = isWide ? active : filters.filter(({ filter }) => effective[filter.source] !== undefined)
  return (
    <List aria-label={translate('table.filter.title')}>
      {applied.map(({ label, filter }) =>
        filter.kind === 'conditions' ? (
          <ConditionChips key={filter.source} filter={filter} />
        ) : (
          <Chip key={filter.source} {...{ label, filter }} />
        ),
      )}
      {active.length > 0 && (
        <li>
          <button type="button" className="all" onClick={clearAll}>
            {translate('table.filter.clearAll')}
          </button>
        </li>
      )}
    </List>
  )
}
