import { useTranslate } from '../../../i18n/translate'
import { DialogPopover } from '../../page/DialogPopover'
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
    <DialogPopover anchor={anchor} label={translate(label)} minWidth={260} onClose={onClose}>
      <FilterField label={label} filter={filter} onDone={onClose} />
    </DialogPopover>
  )
}
