import { useMemo } from 'react'
import { serverNow } from '../../../clock'
import DateRangePicker from '../../../components/table/dates/DateRangePicker'
import { type DateRange, readRange } from '../../../components/table/dates/ranges'
import { PendingPopover } from '../../../components/table/filters/PendingPopover'
import { parseRelative, startOfRelative, toIsoTime } from '../../../dataProvider/ranges'
import { isSpan, type Time } from './range'
import { useTranslate } from './texts'

interface RangePopoverProps {
  anchor: HTMLElement
  time: Time
  onClose: () => void
}

const SOURCE = 'range'

/** Picker of a range, below its button. It loads as a whole, because the popover positions itself by its size. */
export default function RangePopover({ anchor, time, onClose }: RangePopoverProps) {
  const translate = useTranslate()
  const { span, range, setSpan, choose } = time
  const { after, before } = range
  const applied = useMemo(
    (): DateRange =>
      span !== null && parseRelative(span)
        ? { relative: span }
        : { start: toIsoTime(after), end: toIsoTime(before) },
    [span, after, before],
  )
  const apply = (next: DateRange | undefined) => {
    if (!next) setSpan('24h')
    else if ('relative' in next) {
      const parts = parseRelative(next.relative)
      if (isSpan(next.relative)) setSpan(next.relative)
      else if (parts)
        choose({ after: Date.parse(startOfRelative(parts, new Date(serverNow()))), before: serverNow() })
    } else if (next.start && next.end) choose({ after: Date.parse(next.start), before: Date.parse(next.end) })
  }
  return (
    <PendingPopover
      anchor={anchor}
      label={translate('devices.history.range')}
      onClose={onClose}
      onApply={(typed) => apply(readRange(typed[SOURCE], true))}
    >
      <DateRangePicker
        applied={applied}
        source={SOURCE}
        needsBoth
        onApply={(next) => {
          apply(next)
          onClose()
        }}
      />
    </PendingPopover>
  )
}
