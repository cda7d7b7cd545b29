import { Popover } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ColumnFilter } from '../types'
import { FilterField } from './FilterField'

interface FilterPopoverProps {
  label: string
  filter: ColumnFilter
  anchor: HTMLElement
  onClose: () => void
}

/** One filter below its button. */
export default function FilterPopover({ label, filter, anchor, onClose }: FilterPopoverProps) {
  const translate = useTranslate()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate(label), sx: { p: 2, mt: 0.5, minWidth: 260 } },
      }}
    >
      <FilterField label={label} filter={filter} onDone={onClose} />
    </Popover>
  )
}
