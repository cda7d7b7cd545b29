import CloseIcon from '@mui/icons-material/Close'
import { styled } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import type { FilterableColumn } from '../filterValues'
import { useTable } from '../TableContext'
import { FilterSummary } from './FilterSummary'
import { useFilters } from './useFilters'

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
  'li > span[data-fixed]': { paddingInlineEnd: 10 },
  button: {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    cursor: 'pointer',
    borderRadius: 12,
    padding: '2px 8px',
  },
  'span > button': { display: 'inline-flex', padding: 4 },
  'button:hover': { backgroundColor: theme.palette.action.hover },
  'button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '.all': { color: theme.palette.primary.main, fontWeight: 600 },
}))

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

/** The filters that hold; those that a person chose have a button that clears them. */
export function FilterChips() {
  const translate = useTranslate()
  const { filters } = useTable()
  const { effective, active, clearAll } = useFilters()
  const holding = filters.filter(({ filter }) => effective[filter.source] !== undefined)
  if (holding.length === 0) return null
  return (
    <List aria-label={translate('table.filter.title')}>
      {holding.map((column) => (
        <Chip key={column.id} {...column} />
      ))}
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
