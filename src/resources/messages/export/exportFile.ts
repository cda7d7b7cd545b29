import type { Message } from '#contract/messages'
import type { Formats, Source } from '../../../components/export/collect'
import { parseJson } from '../../../components/json/parseJson'
import { fieldSheet } from '../../../components/sheets/sheet'
import type { ListMessages, MessageQuery } from '../../../dataProvider/messagePages'
import { FIRST_PAGE, nextLimit } from '../../../dataProvider/messagePages'
import { spreadSheet } from './spread'

/** Columns of a table, in their order; the header names them. */
export const SHEET_COLUMNS = [
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
  'down_outcome',
  'down_confirmed_at',
  'down_reason',
  'expires_at',
  'measured_at',
  'codec_hash',
  'body',
  'raw',
] as const satisfies readonly (keyof Message)[]

/** Fields about what a downlink waits for, which a file would soon have wrong. */
type Passing = 'down_awaits' | 'down_expected_at' | 'device_confirms'

/** Fails to compile if any other field of a message has no column here. */
type Missing = Exclude<keyof Message, (typeof SHEET_COLUMNS)[number] | Passing>
const columns: [Missing] extends [never] ? typeof SHEET_COLUMNS : Missing = SHEET_COLUMNS

/**
 * The body as a value within a line. JSON stays as it is, so that no digits are lost and no depth is too much; other
 * text becomes a string. In JSON text, line breaks only occur between values.
 */
function bodyValue(body: string | null): string {
  if (body === null || parseJson(body) === undefined) return JSON.stringify(body)
  return body.trim().replaceAll(/[\r\n]+/g, ' ')
}

/** Messages in files. */
export const EXPORT_FORMATS: Formats<Message> = {
  lineOf: ({ body, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"body":${bodyValue(body)}}`,
  sheet: fieldSheet(columns),
}

/** A table with a column for each value of the bodies. */
export const SPREAD_SHEET = spreadSheet(SHEET_COLUMNS)

/** Messages of a query: smaller pages if messages are large. */
export const sourceOf = (listMessages: ListMessages, query: MessageQuery): Source<Message> => ({
  read: ({ limit, cursor }, signal) => listMessages({ ...query, limit, offset: cursor }, signal),
  firstLimit: FIRST_PAGE,
  nextLimit: (before) => nextLimit(before),
})
