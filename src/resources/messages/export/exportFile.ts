import type { Message } from '#contract/messages'
import { BYTE_ORDER_MARK, csvLine } from '../../../components/files'
import { parseJson } from '../../../components/json/document'
import { UserFacingError } from '../../../dataProvider/client'
import { FIRST_PAGE, nextLimit } from '../../../dataProvider/messagePages'
import type { MessageQuery, SpaceVerbs } from '../../../dataProvider/spaceVerbs'

/** The columns of a CSV file, in their order; the header names them. */
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

const toCsv = (messages: readonly Message[]) =>
  messages.map((message) => csvLine(CSV_COLUMNS.map((column) => message[column]))).join('')

/**
 * The body as a value within a line. JSON stays as it came, so that no digit is lost and no depth is too much; other
 * text becomes a string. In JSON text, a line break can only stand between values.
 */
function bodyValue(body: string | null): string {
  if (body === null || parseJson(body) === undefined) return JSON.stringify(body)
  return body.trim().replaceAll(/[\r\n]+/g, ' ')
}

const toJsonLines = (messages: readonly Message[]) =>
  messages
    .map(({ body, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"body":${bodyValue(body)}}\n`)
    .join('')

/** A file format for messages. */
interface ExportFormat {
  extension: string
  mediaType: string
  /** The beginning of the file. */
  header: string
  /** One line for each message. */
  write: (messages: readonly Message[]) => string
}

export const EXPORT_FORMATS = {
  jsonLines: { extension: 'jsonl', mediaType: 'application/jsonl', header: '', write: toJsonLines },
  csv: {
    extension: 'csv',
    mediaType: 'text/csv;charset=utf-8',
    header: BYTE_ORDER_MARK + csvLine(CSV_COLUMNS),
    write: toCsv,
  },
} as const satisfies Record<string, ExportFormat>

/** The part of an export that has been read. */
export interface Collected {
  /** One for each page, so that the browser may keep them on disk instead of in memory. */
  parts: readonly Blob[]
  count: number
  /** Id of the last message read. */
  cursor?: string
  /** Messages to ask for next. */
  limit: number
  isComplete: boolean
}

export const NOTHING: Collected = { parts: [], count: 0, limit: FIRST_PAGE, isComplete: false }

interface Collection {
  listMessages: SpaceVerbs['listMessages']
  query: MessageQuery
  format: ExportFormat
  /** What an earlier attempt has read; it continues from there. */
  from: Collected
  signal: AbortSignal
  onPage: (collected: Collected) => void
}

/**
 * Reads all messages of a query by cursor, newest first. Messages that arrive meanwhile are newer and left out.
 * Errors: those of the client; once aborted, what `signal.throwIfAborted()` throws.
 */
export async function collect({ listMessages, query, format, from, signal, onPage }: Collection) {
  let collected = from
  while (!collected.isComplete) {
    const { parts, count, cursor, limit } = collected
    const messages = await listMessages({ ...query, limit, offset: cursor }, signal)
    signal.throwIfAborted()
    // A denied call returns no list, and the person is redirected.
    if (!Array.isArray(messages)) throw new UserFacingError('common.notPermitted')
    collected = {
      parts: [...parts, new Blob([format.write(messages)])],
      count: count + messages.length,
      cursor: messages.at(-1)?.id ?? cursor,
      limit: nextLimit(messages),
      isComplete: messages.length < limit,
    }
    onPage(collected)
  }
  return collected
}
