import AddIcon from '@mui/icons-material/Add'
import ArrowIcon from '@mui/icons-material/ArrowDropDown'
import FilterIcon from '@mui/icons-material/FilterList'
import ColumnsIcon from '@mui/icons-material/ViewColumn'
import { styled } from '@mui/material'
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react'
import { useConfig } from '../../config'
import { useTranslate } from '../../i18n/translate'
import { PHONE_QUERY, TOUCH, TOUCH_SIZE, touchSpace } from '../../theme/theme'
import { lazyPart, PartFrame } from '../lazyPart'
import { useShortcutOf } from '../shortcuts/useShortcut'
import { ApiButton } from '../snippets/ApiButton'
import type { FilterableColumn } from './address'
import type { ColumnMenuProps } from './ColumnPopover'
import { TextFilter } from './filters/TextFilter'
import { RefreshControl } from './RefreshControl'
import { isShown, useFilters, useTable } from './useTable'

const ColumnPopover = lazyPart(() => import('./ColumnPopover'))
const FilterChips = lazyPart(() => import('./filters/FilterChips'))
const FilterSummary = lazyPart(async () => ({
  default: (await import('./filters/FilterChips')).FilterSummary,
}))
const FilterPopover = lazyPart(() => import('./filters/FilterPopover'))
const FilterSheet = lazyPart(() => import('./filters/FilterSheet'))

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '10px 16px',
  '& > .end': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginLeft: 'auto' },
  [theme.breakpoints.down('md')]: { 'button, label': { minHeight: TOUCH_SIZE } },
  [TOUCH]: { 'button, label': { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE } },
  [`@media ${PHONE_QUERY}`]: {
    padding: 12,
    gap: 4,
    flexWrap: 'nowrap',
    '& > .end': { display: 'contents' },
    '& > button': { marginRight: 'auto' },
  },
}))

/** A small outlined button. `data-brief` text is hidden on narrow pages, `data-text` on phones. */
const Pill = styled('button')(({ theme }) => ({
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 500,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 36,
  padding: '0 12px',
  border: `1px solid ${theme.palette.text.disabled}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '&[data-active]': { borderColor: theme.palette.primary.main, color: theme.palette.primary.main },
  svg: { fontSize: 18 },
  [theme.breakpoints.down('lg')]: { 'span[data-brief]': { display: 'none' } },
  [`@media ${PHONE_QUERY}`]: {
    position: 'relative',
    justifyContent: 'center',
    minWidth: TOUCH_SIZE,
    padding: '0 8px',
    'span[data-text]': { position: 'absolute', clipPath: 'inset(50%)', width: 1, overflow: 'hidden' },
  },
}))

/** A small button without an outline. */
const Plus = styled('button')(({ theme: { palette } }) => ({
  ...touchSpace,
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  marginBlock: -4,
  padding: 0,
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: palette.text.secondary,
  '&:hover, &[aria-expanded=true]': { backgroundColor: palette.action.hover, color: palette.text.primary },
  svg: { fontSize: 18 },
}))

interface OpenerProps extends ComponentProps<typeof Pill> {
  component?: typeof Pill
  /** The lazy component. */
  opens: { preload: () => void }
  render: (anchor: HTMLElement, onClose: () => void) => ReactNode
}

/** A button that opens a component that loads at first use. */
export function Opener({ opens, render, component: Button = Pill, ...props }: OpenerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        type="button"
        {...props}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={opens.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <PartFrame onClose={close}>{render(anchor, close)}</PartFrame>}
    </>
  )
}

/** Placeholder for a range while its text loads. */
const SUMMARY_PLACE = <span style={{ display: 'inline-block', width: '6.2em' }} />

/** Opens a filter; shows the range that applies if nothing is chosen. */
function FilterButton({ label, filter }: FilterableColumn) {
  const translate = useTranslate()
  const { values, effective } = useFilters()
  const id = useId()
  const isChosen = values[filter.source] !== undefined
  const fallback = !isChosen && effective[filter.source] !== undefined && (
    <span id={id}>
      {': '}
      <Suspense fallback={SUMMARY_PLACE}>
        <FilterSummary filter={filter} />
      </Suspense>
    </span>
  )
  return (
    <Opener
      opens={FilterPopover}
      render={(anchor, onClose) => <FilterPopover {...{ label, filter, anchor, onClose }} />}
      aria-label={translate('table.filter.by', { label: translate(label) })}
      aria-describedby={fallback ? id : undefined}
      data-active={isChosen || undefined}
    >
      <span>
        <span>{translate(label)}</span>
        {fallback}
      </span>
      <ArrowIcon />
    </Opener>
  )
}

/** Opens filters and sorting below 1024 px. */
function SheetButton({ columns }: Pick<ColumnMenuProps, 'columns'>) {
  const translate = useTranslate()
  const label = translate('table.filter.sheet')
  const shortcutOf = useShortcutOf()
  const { active } = useFilters()
  const { filters } = useTable()
  if (filters.length === 0 && !columns.some(({ sortBy }) => sortBy)) return null
  return (
    <Opener
      opens={FilterSheet}
      render={(_anchor, onClose) => <FilterSheet columns={columns} onClose={onClose} />}
      data-active={active.length > 0 || undefined}
      {...shortcutOf('filter', label)}
    >
      <FilterIcon />
      <span data-text>{label}</span>
      {active.length > 0 && (
        <span aria-label={translate('table.filter.active', { smart_count: active.length })} role="img">
          {active.length}
        </span>
      )}
    </Opener>
  )
}

/** The column menu; at the end of a table header, its button is a plus. */
export function ColumnMenu({ isPlus = false, ...menu }: ColumnMenuProps & { isPlus?: boolean }) {
  const label = useTranslate()(isPlus ? 'table.addColumn' : 'table.columns')
  return (
    <Opener
      opens={ColumnPopover}
      render={(anchor, onClose) => <ColumnPopover {...menu} {...{ anchor, onClose }} />}
      aria-label={label}
      title={label}
      component={isPlus ? Plus : Pill}
    >
      {isPlus ? <AddIcon /> : <ColumnsIcon />}
      {!isPlus && <span data-brief>{label}</span>}
    </Opener>
  )
}

/** Placeholder for one line of chips while they load. */
const CHIPS_PLACE = <div style={{ height: 36 }} />

interface ToolbarProps {
  menu: ColumnMenuProps
  isWide: boolean
  /** Whether the list has an auto-refresh. */
  refreshes: boolean
  /** Further controls. */
  children: ReactNode
}

/** Filters, columns, refresh and more. */
export function Toolbar({ menu, isWide, refreshes, children }: ToolbarProps) {
  const { filters, settings } = useTable()
  const { effective, active } = useFilters()
  const isFiltered = isWide
    ? active.length > 0
    : filters.some(({ filter }) => effective[filter.source] !== undefined)
  const { capabilities } = useConfig()
  const isOffered = ({ filter: { source, withColumn, replacedBy }, column }: FilterableColumn) =>
    effective[source] !== undefined ||
    (!(replacedBy !== undefined && capabilities.includes(replacedBy)) &&
      (!withColumn || (column !== undefined && isShown(settings)(column))))
  const firstText = filters.find((one) => one.filter.kind === 'text' && isOffered(one))
  return (
    <>
      <Bar className="no-print">
        {isWide ? (
          filters
            .filter(isOffered)
            .map(({ label, filter }) =>
              filter.kind === 'text' ? (
                <TextFilter
                  key={filter.source}
                  label={label}
                  filter={filter}
                  isFirst={filter === firstText?.filter}
                />
              ) : (
                <FilterButton key={filter.source} {...{ label, filter }} />
              ),
            )
        ) : (
          <SheetButton columns={menu.columns} />
        )}
        <div className="end">
          <ColumnMenu {...menu} />
          {refreshes && <RefreshControl />}
          {isWide && <ApiButton />}
          {children}
        </div>
      </Bar>
      {isFiltered && (
        <Suspense fallback={CHIPS_PLACE}>
          <FilterChips isWide={isWide} />
        </Suspense>
      )}
    </>
  )
}
