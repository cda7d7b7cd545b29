import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { summaryOf, summaryText } from './summary'
import { useShownBy } from './useShownBy'

// Beside the two lines of a device it takes two as well.
const Line = styled('span')(({ theme }) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 'var(--lines, 2)',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  // A pair is there as a whole or not at all.
  span: { display: 'inline-block', maxWidth: '100%', verticalAlign: 'bottom' },
  'span:not(:last-of-type)::after': { content: '"·"', marginInline: 4 },
  i: { fontStyle: 'normal', color: theme.palette.text.secondary },
}))

interface SummaryProps {
  message: Pick<Message, 'type' | 'body'> & Partial<Pick<Message, 'device_id'>>
}

/** What a message says, in a line or two, as the space shows its values; the tooltip has all of it. */
export function Summary({ message }: SummaryProps) {
  const values = summaryOf(message, useShownBy(message.device_id))
  if (values.length === 0) return null
  return (
    <Line title={summaryText(values)}>
      {values.map(({ name, value }) => (
        <span key={name}>
          {name !== null && <i>{name} </i>}
          {value}{' '}
        </span>
      ))}
    </Line>
  )
}

const Two = styled('span')(({ theme }) => ({
  display: 'block',
  lineHeight: 1.35,
  small: { display: 'block', fontSize: '0.8125rem', fontWeight: 400, color: theme.palette.text.secondary },
  // In the line of a card a name needs no number below it.
  '.line &': { display: 'inline', small: { display: 'none' } },
}))

type OfDevice = Pick<Message, 'device_name' | 'device_serial_number' | 'device_id'>

/** What the device of a message is called: its name, or else its serial number or id. */
export const deviceNameOf = ({ device_name, device_serial_number, device_id }: OfDevice) =>
  device_name ?? device_serial_number ?? device_id

/** The device of a message: its name above its serial number; without a name the number, or else its id. */
export function DeviceLabel({ message }: { message: OfDevice }) {
  const { device_name, device_serial_number } = message
  if (device_name === null) return deviceNameOf(message)
  return (
    <Two>
      {device_name} <small>{device_serial_number}</small>
    </Two>
  )
}
