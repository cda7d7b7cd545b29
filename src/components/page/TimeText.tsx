import { styled } from '@mui/material'
import type { SyntheticEvent } from 'react'
import { useLocale } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { formatRelative, formatTime, parseTime } from './time'
import { useNow } from './useNow'

const Time = styled('time')({ fontVariantNumeric: 'tabular-nums' })
const REDRAW_EVERY = 15_000

/** Of one time: a later one is none of the future only because it was not yet when this was last drawn. */
function Relative({ time }: { time: number }) {
  const locale = useLocale()
  const now = useNow(REDRAW_EVERY)
  return formatRelative(time, now, locale)
}

// Written when it is asked for, so that a refreshed table changes no node because time went by.
const explain =
  (time: number, locale: string) =>
  ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = formatRelative(time, Date.now(), locale)
  }

interface TimeTextProps {
  /** ISO time in UTC. */
  value: string | null | undefined
  /** Shows "3 minutes ago" as well; without it that is in the tooltip. */
  relative?: boolean
}

/** A time in local time to the second; "never" when there is none. Spec 1, section 8, TIMESTAMP_NEVER. */
export function TimeText({ value, relative = false }: TimeTextProps) {
  const locale = useLocale()
  const translate = useTranslate()
  const time = parseTime(value)
  if (time === null) return <>{translate('page.never')}</>

  return (
    <>
      <Time dateTime={value ?? undefined} onPointerEnter={explain(time, locale)}>
        {formatTime(time, locale)}
      </Time>
      {relative && (
        <>
          {' '}
          (<Relative key={time} time={time} />)
        </>
      )}
    </>
  )
}
