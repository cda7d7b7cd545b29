import type { Message } from '#contract/messages'

/** The columns of an export, in their order; the header names them. */
export const CSV_COLUMNS = [
  'id',
  'created_at',
  'type',
  'direction',
  'device_id',
  'device_name',
  'device_serial_number',
  'down_state',
  'down_attempt',
  'down_state_at',
  'down_scheduled_at',
  'codec_hash',
  'body',
  'raw',
] as const satisfies readonly (keyof Message)[]

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * A cell by RFC 4180. What a spreadsheet may take for a formula gets an apostrophe before it.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

/** How every file begins. */
export const CSV_HEADER = BYTE_ORDER_MARK + line(CSV_COLUMNS)

/** One line for each message. */
export const toCsv = (messages: readonly Message[]) =>
  messages.map((message) => line(CSV_COLUMNS.map((column) => message[column]))).join('')
