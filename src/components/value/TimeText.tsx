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

/** Milliseconds since 1970 of an ISO time; null when it is missing or cannot be parsed. */
export function parseTime(value: string | null | undefined): number | null {
  const time = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/**
 * The time by the server's clock, in milliseconds since 1970. It renders again every so many milliseconds (null: never): use it in
 * the smallest part.
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

/** Give it the time as its key: a new time must not be compared with the moment of the last redraw. */
function Relative({ time, isShort }: { time: number; isShort?: boolean }) {
  const clock = useClock()
  return <span>{formatRelative(time, useNow(REDRAW_EVERY), clock, isShort)}</span>
}

// Written when it is asked for, so that a refreshed table changes no node because time went by.
const explain =
  (time: number, clock: Clock) =>
  ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = formatRelative(time, serverNow(), clock)
  }

interface RelativeTimeProps {
  /** ISO time in UTC. */
  value: string
  isShort?: boolean
  /** What is copied from a page, and printed, has the time itself as well. */
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

/** A time as short as it can be: of today without the day. @param value ISO time in UTC */
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
  /** Shows "3 minutes ago" as well; without it that is in the tooltip. */
  relative?: boolean
}

/** A time to the second, by the person's clock; "never" when there is none. Rules, "Failures". */
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
