import ArrowIcon from '@mui/icons-material/ArrowDropDown'
import CalendarIcon from '@mui/icons-material/DateRange'
import { Button } from '@mui/material'
import { useState } from 'react'
import { formatTime, useClock } from '../../../clock'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { type DateRange, relativeText } from '../../../components/table/dates/ranges'
import { ZoneNote } from '../../../components/value/ZoneNote'
import { msg, useTranslate } from '../texts'

const RangePopover = lazyPart(() => import('./RangePopover'))

/** A range in words, in the person's zone. */
function useRangeText() {
  const translate = useTranslate()
  const clock = useClock()
  const text = (time: string) => formatTime(Date.parse(time), clock)
  return (range: DateRange | undefined) => {
    if (!range) return translate('dashboard.range.standard')
    if ('relative' in range) return relativeText(range.relative, translate)
    const { start, end } = range
    if (start && end) return translate('dashboard.range.fromTo', { start: text(start), end: text(end) })
    if (start) return translate('dashboard.range.from', { start: text(start) })
    return end && translate('dashboard.range.until', { end: text(end) })
  }
}

interface RangeButtonProps {
  range: DateRange | undefined
  onChange: (range: DateRange | undefined) => void
}

/** Shows the time range of the dashboard, and lets people choose another. */
export function RangeButton({ range, onChange }: RangeButtonProps) {
  const translate = useTranslate()
  const rangeText = useRangeText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const label = translate('dashboard.range.label')
  const apply = (next: DateRange | undefined) => {
    close()
    onChange(next)
  }
  return (
    <>
      <ZoneNote text={msg('dashboard.range.zone')} />
      <Button
        variant="outlined"
        startIcon={<CalendarIcon />}
        endIcon={<ArrowIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${rangeText(range)}`}
        onPointerEnter={RangePopover.preload}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {rangeText(range)}
      </Button>
      {anchor && (
        <PartFrame onClose={close}>
          <RangePopover anchor={anchor} range={range} onApply={apply} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
