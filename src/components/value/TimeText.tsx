import { styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type SyntheticEvent, useEffect, useState } from 'react'
import {
  type Clock,
  formatMoment,
  formatRelative,
  formatTime,
  serverNow,
  useClock,
  useServerAhead,
} from '../../clock'
import { useTranslate } from '../../i18n/translate'

/** Milliseconds since 1970 of an ISO time; null if it is missing or invalid. */
export function parseTime(value: string | null | undefined): number | null {
  const time = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/**
 * The current time by the server's clock, in milliseconds since 1970. It renders again at this interval in milliseconds
 * (null: never), so use it in a small component.
 */
export function useNow(every: number | null): number {
  const ahead = useServerAhead()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (every === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now + ahead
}

const Time = styled('time')({ fontVariantNumeric: 'tabular-nums' })
const Unseen = styled('span')({ '@media screen': visuallyHidden })
const REDRAW_EVERY = 15_000

/** Use the time as its key: a new time must not be compared with the time of the last render. */
function Relative({ time, isShort }: { time: number; isShort?: boolean }) {
  const clock = useClock()
  return <span>{formatRelative(time, useNow(REDRAW_EVERY), clock, isShort)}</span>
}

// Written on hover, so that a refreshed table changes no node just because time has passed.
const explain =
  (time: number, clock: Clock) =>
  ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = formatRelative(time, serverNow(), clock)
  }

interface RelativeTimeProps {
  /** ISO time in UTC. */
  value: string
  isShort?: boolean
  /** The time itself is included in copied and printed text. */
  isCopied?: boolean
}

/** "3 minutes ago"; the time itself is in the tooltip. */
export function RelativeTime({ value, isShort, isCopied = false }: RelativeTimeProps) {
  const clock = useClock()
  const time = parseTime(value)
  if (time === null) return null
  const exact = formatTime(time, clock)
  return (
    <Time dateTime={value} title={exact}>
      <Relative key={time} time={time} isShort={isShort} />
      {isCopied && <Unseen>{`, ${exact}`}</Unseen>}
    </Time>
  )
}

/**
 * A time in its shortest form: a time of today has no date.
 * @param value ISO time in UTC
 */
export function MomentText({ value }: { value: string }) {
  const clock = useClock()
  const time = parseTime(value)
  if (time === null) return null
  return (
    <Time dateTime={value} onPointerEnter={explain(time, clock)}>
      {formatMoment(time, serverNow(), clock)}
    </Time>
  )
}

interface TimeTextProps {
  /** ISO time in UTC. */
  value: string | null | undefined
  /** Also shows "3 minutes ago", which is otherwise in the tooltip. */
  relative?: boolean
}

/** A time to the second, by the person's clock; "never" if there is none. Rules, "Failures". */
export function TimeText({ value, relative = false }: TimeTextProps) {
  const clock = useClock()
  const translate = useTranslate()
  const time = parseTime(value)
  if (time === null) return <span>{translate('page.never')}</span>

  return (
    <>
      <Time dateTime={value ?? undefined} onPointerEnter={explain(time, clock)}>
        {formatTime(time, clock)}
      </Time>
      {relative && (
        <span key={time}>
          {' ('}
          <Relative time={time} />)
        </span>
      )}
    </>
  )
}
