import FilterIcon from '@mui/icons-material/FilterList'
import { styled } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from '../../../i18n/translate'
import { lazyPart, PartFrame } from '../../lazyPart'
import { FilterChips } from '../filters/FilterChips'
import { FilterPill } from '../filters/FilterPill'
import { TextFilter } from '../filters/TextFilter'
import { useFilters } from '../filters/useFilters'
import { Pill } from '../parts'
import { useTable } from '../TableContext'
import type { Column } from '../types'
import { ColumnMenu } from './ColumnMenu'
import { RefreshControl } from './RefreshControl'

const FilterSheet = lazyPart(() => import('../filters/FilterSheet'))

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  '& > .end': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginLeft: 'auto' },
})

interface ToolbarProps {
  columns: readonly Column<never>[]
  isWide: boolean
  /** The list has an auto-refresh. */
  refreshes: boolean
  /** More controls. */
  actions: ReactNode
  createButton: ReactNode
}

/** Filters, columns, refresh and, from 1024 px, the create button. */
export function Toolbar({ columns, isWide, refreshes, actions, createButton }: ToolbarProps) {
  return (
    <>
      <Bar>
        {isWide ? <WideFilters /> : <SheetButton columns={columns} />}
        <div className="end">
          <ColumnMenu columns={columns} />
          {refreshes && <RefreshControl />}
          {actions}
          {createButton}
        </div>
      </Bar>
      <FilterChips />
    </>
  )
}

function WideFilters() {
  const { filters } = useTable()
  return filters.map(({ id, label, filter }) =>
    filter.kind === 'text' ? (
      <TextFilter key={id} label={label} filter={filter} />
    ) : (
      <FilterPill key={id} label={label} filter={filter} />
    ),
  )
}

function SheetButton({ columns }: { columns: readonly Column<never>[] }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { active } = useFilters()
  const { filters } = useTable()
  if (filters.length === 0 && !columns.some(({ sortBy }) => sortBy)) return null
  return (
    <>
      <Pill
        type="button"
        aria-haspopup="dialog"
        data-active={active.length > 0 || undefined}
        onPointerEnter={FilterSheet.preload}
        onClick={() => setOpen(true)}
      >
        <FilterIcon />
        {translate('table.filter.sheet')}
        {active.length > 0 && (
          <span aria-label={translate('table.filter.active', { smart_count: active.length })} role="img">
            {active.length}
          </span>
        )}
      </Pill>
      {open && (
        <PartFrame onClose={() => setOpen(false)}>
          <FilterSheet columns={columns} onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </>
  )
}
