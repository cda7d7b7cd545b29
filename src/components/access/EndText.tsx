import { styled } from '@mui/material'
import { DAY, MINUTE } from '#contract/common/durations'
import { formatRelative, formatTime, useClock } from '../../clock'
import { parseTime, useNow } from '../value/TimeText'
import { useTranslate } from './texts'

/** Milliseconds before an end from which it is marked by default. */
const SOON = 7 * DAY

const End = styled('time')(({ theme }) => ({
  '&[data-tone="soon"]': { color: theme.palette.warning.main },
  '&[data-tone="ended"]': { color: theme.palette.text.secondary },
}))

interface EndTextProps {
  value: string | null
  /** Milliseconds before the end from which it is marked. */
  soon?: number
}

/** When the access of a person or key ends, in words: "ends in 3 days"; "Never" without an end. */
export function EndText({ value, soon = SOON }: EndTextProps) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(MINUTE)
  const end = parseTime(value)
  if (end === null) return <span>{translate('access.ends.never')}</span>
  const tone = end <= now ? 'ended' : end - now < soon ? 'soon' : 'later'
  const time = formatRelative(end, now, clock)
  return (
    <End dateTime={value ?? undefined} title={formatTime(end, clock)} data-tone={tone}>
      {translate(tone === 'ended' ? 'access.ends.ended' : 'access.ends.in', { time })}
    </End>
  )
}
