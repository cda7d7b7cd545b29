import { styled } from '@mui/material'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useLocale } from 'react-admin'
import { formatTime, tagOf, UNREAD, useClock } from '../../clock'
import { useTranslate } from '../../i18n/translate'

/** Milliseconds since 1970 of an ISO time; null when it is missing or cannot be parsed. */
export function parseTime(value: string | null | undefined): number | null {
  const time = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const formats = new Map<string, Intl.RelativeTimeFormat>()

function formatOf(locale: string, style: Intl.RelativeTimeFormatStyle): Intl.RelativeTimeFormat {
  const key = `${locale} ${style}`
  const kept = formats.get(key) ?? new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto', style })
  formats.set(key, kept)
  return kept
}

/** "3 minutes ago", or as short as the language has it. Both times in milliseconds since 1970. */
export function formatRelative(time: number, now: number, locale: string, isShort = false): string {
  const seconds = Math.round((time - now) / 1000)
  if (Number.isNaN(seconds)) return UNREAD
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return formatOf(locale, isShort ? 'narrow' : 'long').format(Math.trunc(seconds / size), unit)
}

/** Milliseconds since 1970. It renders again every so many milliseconds (null: never): use it in the smallest part. */
export function useNow(every: number | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (every === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

const Time = styled('time')({ fontVariantNumeric: 'tabular-nums' })
const REDRAW_EVERY = 15_000

/** Give it the time as its key: a new time must not be compared with the moment of the last redraw. */
function Relative({ time, isShort }: { time: number; isShort?: boolean }) {
  const locale = useLocale()
  return <span>{formatRelative(time, useNow(REDRAW_EVERY), locale, isShort)}</span>
}

// Written when it is asked for, so that a refreshed table changes no node because time went by.
const explain =
  (time: number, locale: string) =>
  ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = formatRelative(time, Date.now(), locale)
  }

/** "3 minutes ago"; the time itself is in the tooltip. @param value ISO time in UTC */
export function RelativeTime({ value, isShort }: { value: string; isShort?: boolean }) {
  const clock = useClock()
  const time = parseTime(value)
  if (time === null) return null
  return (
    <Time dateTime={value} title={formatTime(time, clock)}>
      <Relative key={time} time={time} isShort={isShort} />
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
      <Time dateTime={value ?? undefined} onPointerEnter={explain(time, clock.locale)}>
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
