import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { type SummaryValue, summaryOf, summaryText } from './summary'
import { useShownBy } from './useShownBy'

/** Width of a chip column and the gap between two, in em. */
const COLUMN = 2.1
const GAP = 1 / 3
/** Horizontal padding of a chip, in em. */
const PADDING = 1
/** Maximum number of columns that a chip shares with others. */
const SPAN_MAX = 8
/** Height of a line of chips, in px. */
const LINE = 20

// Chips start at columns that are the same in all rows. Lines of chips without room are hidden.
const Chips = styled('span')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${COLUMN}em, ${100 / SPAN_MAX}% - ${GAP}em), 1fr))`,
  gridAutoFlow: 'dense',
  gap: `4px ${GAP}em`,
  // As wide as its container; its intrinsic width, for tables that ask, is that of about five chips.
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

/** The approximate width of a text, in em. */
function widthOf(text: string): number {
  const narrow = text.match(/[fijlt.,:;'|!()[\]\s]/g)?.length ?? 0
  const wide = text.match(/[mwMW%@]/g)?.length ?? 0
  return 0.58 * text.length - 0.28 * narrow + 0.2 * wide
}

/** Number of columns for a chip; equal for numbers of one or two digits and negative ones, so that chips line up. */
export function spanOf({ name, value }: SummaryValue): string {
  const digit = /^\d(?!\d)/.test(value) ? 0.6 : 0
  const span = Math.ceil((widthOf(`${name ?? ''}${value}`) + digit + PADDING + GAP) / (COLUMN + GAP))
  return span > SPAN_MAX ? '1 / -1' : `span ${span}`
}

interface SummaryProps {
  message: Pick<Message, 'type' | 'body'> & Partial<Pick<Message, 'device_id'>>
}

/** The summary of a message in a line of chips, in the space's format. The tooltip has all of it. */
export function Summary({ message }: SummaryProps) {
  const values = summaryOf(message, useShownBy(message.device_id))
  if (values.length === 0) return null
  return (
    <Chips title={summaryText(values)}>
      {values.map((chip) => (
        <span key={chip.name} style={{ gridColumn: spanOf(chip) }}>
          {chip.name !== null && <i>{chip.name}</i>} <b>{chip.value}</b>
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
  // In the title of a card, the name needs no number beside it.
  'h2 &': { small: { display: 'none' } },
}))

type OfDevice = Pick<Message, 'device_name' | 'device_serial_number' | 'device_id'>

/** The name of a message's device, else its serial number or id. */
export const deviceNameOf = ({ device_name, device_serial_number, device_id }: OfDevice) =>
  device_name ?? device_serial_number ?? device_id

/** The device of a message: name and serial number; without a name, the number or else the id. */
export function DeviceLabel({ message }: { message: OfDevice }) {
  const { device_name, device_serial_number } = message
  if (device_name === null) return deviceNameOf(message)
  return (
    <Named>
      <span>{device_name}</span> <small>{device_serial_number}</small>
    </Named>
  )
}
