import ArrowIcon from '@mui/icons-material/ArrowDropDown'
import { useState } from 'react'
import { useTranslate } from '../../../i18n/translate'
import { lazyPart, PartFrame } from '../../lazyPart'
import { Pill } from '../parts'
import type { ColumnFilter } from '../types'
import { useFilters } from './useFilters'

const FilterPopover = lazyPart(() => import('./FilterPopover'))

interface FilterPillProps {
  /** Message key of the column. */
  label: string
  filter: Exclude<ColumnFilter, { kind: 'text' }>
}

/** Opens a filter whose parts load with the first use. */
export function FilterPill({ label, filter }: FilterPillProps) {
  const translate = useTranslate()
  const { effective } = useFilters()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Pill
        type="button"
        aria-label={translate('table.filter.by', { label: translate(label) })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-active={effective[filter.source] !== undefined || undefined}
        onPointerEnter={FilterPopover.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate(label)}
        <ArrowIcon />
      </Pill>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <FilterPopover label={label} filter={filter} anchor={anchor} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}
