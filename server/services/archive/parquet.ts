import { parquetReadObjects, type SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Message } from '#contract/messages'

type Kind = 'text' | 'number' | 'time'

/** Fields about what a downlink waits for: an archived one waits for nothing. */
type Waiting = 'down_awaits' | 'down_expected_at' | 'device_confirms'

/** The columns of a file, in their order: all other fields of a message in the API. */
const COLUMNS: Readonly<Record<Exclude<keyof Message, Waiting>, Kind>> = {
  id: 'text',
  device_id: 'text',
  device_name: 'text',
  device_serial_number: 'text',
  created_at: 'time',
  measured_at: 'time',
  type: 'text',
  direction: 'text',
  down_state: 'text',
  down_attempt: 'number',
  down_state_at: 'time',
  down_scheduled_at: 'time',
  down_outcome: 'text',
  down_confirmed_at: 'time',
  down_reason: 'text',
  expires_at: 'time',
  body: 'text',
  raw: 'text',
  codec_hash: 'text',
}
const columns = Object.entries(COLUMNS)

type Cell = string | number | null

/** A message by column; times are texts as in the API. */
export interface Archived extends Record<string, Cell> {
  id: string
}

/** How Parquet stores a kind of column. Times are instants, with milliseconds. */
const STORED: Record<Kind, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  number: { type: 'INT32' },
  time: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
}

const SCHEMA: SchemaElement[] = [
  { name: 'message', num_children: columns.length },
  ...columns.map(([name, kind]): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[kind] })),
]

/** Rows that are compressed together. */
const GROUP = 20_000

const cellOf = (kind: Kind, value: Cell = null) =>
  kind === 'time' && value !== null ? new Date(value) : value

/** A Parquet file of messages, compressed by Snappy. The same messages make the same file. */
export function encode(messages: readonly Archived[]): Uint8Array<ArrayBuffer> {
  const columnData = columns.map(([name, kind]) => ({
    name,
    data: messages.map((message) => cellOf(kind, message[name])),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData, schema: SCHEMA, rowGroupSize: GROUP }))
}

function textOf(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** The messages of a file. @throws Error if it is not one, or damaged */
export async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<Archived[]> {
  const { buffer } = bytes.slice()
  const rows: Record<string, unknown>[] = await parquetReadObjects({ file: buffer })
  return rows.map((row) => {
    const message: Archived = { id: String(row.id) }
    for (const [name] of columns) message[name] = textOf(row[name])
    return message
  })
}

/** Fields about the device rather than the message, which may change while the message waits. */
const OF_DEVICE = new Set(['device_name', 'device_serial_number'])
const OF_MESSAGE = columns.map(([name]) => name).filter((name) => !OF_DEVICE.has(name))

/** Whether two are the same message in the same state. */
export const isSame = (a: Archived, b: Archived | undefined): boolean =>
  OF_MESSAGE.every((name) => a[name] === b?.[name])
