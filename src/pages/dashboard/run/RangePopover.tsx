import { Popover } from '@mui/material'
import { useTranslate } from 'react-admin'
import DateRangePicker from '../../../components/table/dates/DateRangePicker'
import type { DateRange } from '../../../components/table/filterValues'

interface RangePopoverProps {
  anchor: HTMLElement
  range: DateRange | undefined
  onApply: (range: DateRange | undefined) => void
  onClose: () => void
}

/** The choice of a range below its button. It loads as a whole, so that it opens where it has room. */
export default function RangePopover({ anchor, range, onApply, onClose }: RangePopoverProps) {
  const translate = useTranslate()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('dashboard.range.label'), sx: { p: 2, mt: 0.5 } },
      }}
    >
      <DateRangePicker applied={range} onApply={onApply} />
    </Popover>
  )
}
