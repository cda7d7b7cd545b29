import { DialogPopover } from '../../../components/page/DialogPopover'
import DateRangePicker from '../../../components/table/dates/DateRangePicker'
import type { DateRange } from '../../../components/table/dates/ranges'
import { useTranslate } from '../../../i18n/translate'

interface RangePopoverProps {
  anchor: HTMLElement
  range: DateRange | undefined
  onApply: (range: DateRange | undefined) => void
  onClose: () => void
}

/** The picker of a range below its button. It loads as a whole, so that it opens where it has room. */
export default function RangePopover({ anchor, range, onApply, onClose }: RangePopoverProps) {
  const translate = useTranslate()
  return (
    <DialogPopover anchor={anchor} label={translate('dashboard.range.label')} onClose={onClose}>
      <DateRangePicker applied={range} onApply={onApply} />
    </DialogPopover>
  )
}
