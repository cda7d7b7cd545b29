import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { summaryOf, summaryText, type TellingValue } from './summary'
import { useShownBy } from './useShownBy'

/** Width of a column of chips, and what is between two of them, in em. */
const COLUMN = 2.1
const GAP = 1 / 3
/** Room in a chip beside its words, in em. */
const PADDING = 1
/** Most columns that a chip shares with others. */
const SPAN_MAX = 8
/** Height of a line of chips, in px. */
const LINE = 20

// Chips begin at columns, which are the same in all rows. Those that have no room are on lines that do not show.
const Chips = styled('span')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${COLUMN}em, ${100 / SPAN_MAX}% - ${GAP}em), 1fr))`,
  gridAutoFlow: 'dense',
  gap: `4px ${GAP}em`,
  // As wide as what is around it; a table that asks how wide it would be hears of about five chips.
  width: 560,
  maxWidth: '100%',
  minWidth: '100%',
  maxHeight: `calc(var(--lines, 1) * ${LINE + 4}px - 4px)`,
  overflow: 'hidden',
  fontSize: '0.75rem',
  lineHeight: `${LINE}px`,
  whiteSpace: 'nowrap',
  '& > span': {
    display: 'flex',
    gap: 4,
    justifySelf: 'start',
    maxWidth: '100%',
    paddingInline: 4,
    borderRadius: 4,
    backgroundColor: theme.palette.action.hover,
  },
  i: { fontStyle: 'normal', color: theme.palette.text.secondary },
  b: { fontWeight: 'inherit', fontVariantNumeric: 'tabular-nums' },
  'i, b': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
}))

/** About how wide a text is, in em. */
function widthOf(text: string): number {
  const narrow = text.match(/[fijlt.,:;'|!()[\]\s]/g)?.length ?? 0
  const wide = text.match(/[mwMW%@]/g)?.length ?? 0
  return 0.58 * text.length - 0.28 * narrow + 0.2 * wide
}

/** How many columns a chip takes. Numbers of one digit, of two, and below zero take as many, so that those of a device stay below each other. */
export function spanOf({ name, value }: TellingValue): string {
  const digit = /^\d(?!\d)/.test(value) ? 0.6 : 0
  const span = Math.ceil((widthOf(`${name ?? ''}${value}`) + digit + PADDING + GAP) / (COLUMN + GAP))
  return span > SPAN_MAX ? '1 / -1' : `span ${span}`
}

interface SummaryProps {
  message: Pick<Message, 'type' | 'body'> & Partial<Pick<Message, 'device_id'>>
}

/** What a message says, in a line of chips, as the space shows its values; the tooltip has all of it. */
export function Summary({ message }: SummaryProps) {
  const values = summaryOf(message, useShownBy(message.device_id))
  if (values.length === 0) return null
  return (
    <Chips title={summaryText(values)}>
      {values.map((telling) => (
        <span key={telling.name} style={{ gridColumn: spanOf(telling) }}>
          {telling.name !== null && <i>{telling.name}</i>} <b>{telling.value}</b>
        </span>
      ))}
    </Chips>
  )
}

const Named = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 8,
  maxWidth: '100%',
  small: { fontSize: '0.8125rem', fontWeight: 400, color: theme.palette.text.secondary },
  // In the title of a card a name needs no number beside it.
  'h2 &': { small: { display: 'none' } },
}))

type OfDevice = Pick<Message, 'device_name' | 'device_serial_number' | 'device_id'>

/** What the device of a message is called: its name, or else its serial number or id. */
export const deviceNameOf = ({ device_name, device_serial_number, device_id }: OfDevice) =>
  device_name ?? device_serial_number ?? device_id

/** The device of a message: its name and its serial number; without a name the number, or else its id. */
export function DeviceLabel({ message }: { message: OfDevice }) {
  const { device_name, device_serial_number } = message
  if (device_name === null) return deviceNameOf(message)
  return (
    <Named>
      <span>{device_name}</span> <small>{device_serial_number}</small>
    </Named>
  )
}
