import type { Message } from '#contract/messages'
import { csvFile, type Formats, jsonLines, type Source } from '../../../components/export/collect'
import { BYTE_ORDER_MARK, csvLine } from '../../../components/files'
import { parseJson } from '../../../components/json/parseJson'
import type { ListMessages, MessageQuery } from '../../../dataProvider/messagePages'
import { FIRST_PAGE, nextLimit } from '../../../dataProvider/messagePages'
import { spreadCsv } from './spread'

/** Columns of a CSV file, in their order; the header names them. */
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
type Missing = Exclude<keyof Message, (typeof CSV_COLUMNS)[number] | Passing>
const columns: [Missing] extends [never] ? typeof CSV_COLUMNS : Missing = CSV_COLUMNS

/**
 * The body as a value within a line. JSON stays as it is, so that no digits are lost and no depth is too much; other
 * text becomes a string. In JSON text, line breaks only occur between values.
 */
function bodyValue(body: string | null): string {
  if (body === null || parseJson(body) === undefined) return JSON.stringify(body)
  return body.trim().replaceAll(/[\r\n]+/g, ' ')
}

/** File formats for messages. */
export const EXPORT_FORMATS: Formats<Message> = {
  jsonLines: jsonLines(
    ({ body, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"body":${bodyValue(body)}}`,
  ),
  csv: csvFile(BYTE_ORDER_MARK + csvLine(columns), (message) =>
    csvLine(columns.map((column) => message[column])),
  ),
}

/** CSV with a column for each value of the bodies. */
export const SPREAD_FORMAT = spreadCsv(CSV_COLUMNS)

/** Messages of a query: smaller pages if messages are large. */
export const sourceOf = (listMessages: ListMessages, query: MessageQuery): Source<Message> => ({
  read: ({ limit, cursor }, signal) => listMessages({ ...query, limit, offset: cursor }, signal),
  firstLimit: FIRST_PAGE,
  nextLimit: (before) => nextLimit(before),
})
