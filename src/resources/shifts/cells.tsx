import { Alert, Box } from '@mui/material'
import { gapsOf, type Shift, type ShiftTimes } from '#contract/shifts'
import { formatMinute, serverNow, useClock } from '../../clock'
import { useOnShift, usePeople } from '../../components/audience/people'
import { useHoursText } from '../../components/hours/hoursText'
import { useTranslate } from './texts'

/** Gaps that are listed. */
const LISTED = 5

/** Who is on a shift now. */
export function OnShift({ shift }: { shift: Shift }) {
  const translate = useTranslate()
  return <span>{useOnShift()(shift) || translate('shifts.nobody')}</span>
}

/** Whether all rules notify a shift. */
export function EveryRule({ isIt }: { isIt: boolean }) {
  const translate = useTranslate()
  return <span>{translate(`shifts.everyRule.${isIt ? 'yes' : 'no'}`)}</span>
}

/** The hours of a shift, each with its people in the order in which they take turns. */
export function EntriesText({
  shift: { entries, timezone },
}: {
  shift: Pick<Shift, 'entries' | 'timezone'>
}) {
  const translate = useTranslate()
  const hoursText = useHoursText()
  const peopleOf = usePeople()
  return entries.map((entry, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- hours have no ids and keep their places
    <div key={index}>
      {translate('shifts.turns', {
        hours: hoursText({ ...entry, timezone }),
        people: peopleOf(entry.user_ids).join(`, ${translate('shifts.next')} `),
      })}
    </div>
  ))
}

/** The times of the next week at which nobody is on a shift; nothing without any. */
export function Gaps({ shift }: { shift: ShiftTimes }) {
  const translate = useTranslate()
  const clock = useClock()
  // oxlint-disable-next-line react/purity -- the week begins when the part renders, which is close enough
  const gaps = gapsOf(shift, serverNow())
  if (gaps.length === 0) return null
  const others = gaps.length - LISTED
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('shifts.gaps.title')}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {gaps.slice(0, LISTED).map(({ from, until }) => (
          <li key={from}>
            {translate('shifts.gaps.range', {
              from: formatMinute(from, clock),
              to: formatMinute(until, clock),
            })}
          </li>
        ))}
        {others > 0 && <li>{translate('shifts.gaps.more', { smart_count: others })}</li>}
      </Box>
    </Alert>
  )
}
