import DateRangePicker from '../../../components/table/dates/DateRangePicker'
import { type DateRange, readRange } from '../../../components/table/dates/ranges'
import { PendingPopover } from '../../../components/table/filters/PendingPopover'
import { useTranslate } from '../texts'

interface RangePopoverProps {
  anchor: HTMLElement
  range: DateRange | undefined
  onApply: (range: DateRange | undefined) => void
  onClose: () => void
}

const SOURCE = 'range'

/** Picker of a range, below its button. It loads as a whole, because the popover positions itself by its size. */
export default function RangePopover({ anchor, range, onApply, onClose }: RangePopoverProps) {
  const translate = useTranslate()
  return (
    <PendingPopover
      anchor={anchor}
      label={translate('dashboard.range.label')}
      onClose={onClose}
      onApply={(typed) => onApply(readRange(typed[SOURCE]))}
    >
      <DateRangePicker applied={range} source={SOURCE} onApply={onApply} />
    </PendingPopover>
  )
}
