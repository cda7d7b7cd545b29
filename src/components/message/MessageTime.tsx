import { styled } from '@mui/material'
import type { ReactNode } from 'react'
import type { Message } from '#contract/messages'
import { formatTime, useClock } from '../../clock'
import { TimeText } from '../page'
import { useTranslate } from './texts'

/** Smallest difference, in milliseconds, for showing the measurement time: the message was buffered. */
const BUFFERED_FROM = 60_000

const Measured = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.palette.text.secondary,
  fontSize: '0.75rem',
}))

interface MessageTimeProps {
  message: Pick<Message, 'created_at' | 'measured_at'>
  /** The time of receipt in another format; to the second by default. */
  children?: ReactNode
}

/** When a message was received, and when its values were measured if that differs. */
export function MessageTime({ message: { created_at, measured_at }, children }: MessageTimeProps) {
  const translate = useTranslate()
  const clock = useClock()
  const measured = Date.parse(measured_at ?? '')
  const differs = Math.abs(Date.parse(created_at) - measured) >= BUFFERED_FROM
  return (
    <>
      {children ?? <TimeText value={created_at} />}
      {differs && <Measured>{translate('message.measured', { time: formatTime(measured, clock) })}</Measured>}
    </>
  )
}
