import type { Message } from '#contract/messages'
import { BYTE_ORDER_MARK, csvLine } from '../../../../components/files'

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

/** How every file begins. */
export const CSV_HEADER = BYTE_ORDER_MARK + csvLine(CSV_COLUMNS)

/** One line for each message. */
export const toCsv = (messages: readonly Message[]) =>
  messages.map((message) => csvLine(CSV_COLUMNS.map((column) => message[column]))).join('')
