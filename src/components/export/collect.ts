import type { FileFormat, Page, RowSheet } from '../sheets/sheet'

/** The formats of every export. */
export const FORMAT_NAMES = ['jsonLines', 'csv', 'xlsx'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

/** What an export writes of its rows. */
export interface Formats<Row> {
  /** JSON of a row, in one line. */
  lineOf: (row: Row) => string
  /** Its table, for spreadsheets. */
  sheet: RowSheet<Row>
}

/** A JSON lines format. */
export const jsonLines = <Row>(lineOf: (row: Row) => string): FileFormat<Row> => ({
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  write: (rows) => rows.map((row) => `${lineOf(row)}\n`).join(''),
  assemble: async (pages) => pages.map(({ content }) => content),
})

/** A position in a list: a number of rows after a cursor. */
interface Place {
  limit: number
  /** Id of the last row read. */
  cursor: string | undefined
}

/** A list that is read by cursor. */
export interface Source<Row> {
  /** Errors: those of the client. */
  read: (place: Place, signal: AbortSignal) => Promise<readonly Row[]>
  /** Number of rows to request first. */
  firstLimit: number
  /** Number of rows to request after these. */
  nextLimit: (before: readonly Row[]) => number
}

/** The part of an export read so far. */
export interface Collected extends Place {
  pages: readonly Page[]
  count: number
  isComplete: boolean
}

/** The state of an export that has not started. */
export const nothingOf = <Row>({ firstLimit }: Pick<Source<Row>, 'firstLimit'>): Collected => ({
  pages: [],
  count: 0,
  limit: firstLimit,
  cursor: undefined,
  isComplete: false,
})

interface NextPage<Row> {
  source: Source<Row>
  format: FileFormat<Row>
  /** The part read before. */
  from: Collected
  signal: AbortSignal
}

/**
 * Reads the next page of a list by cursor, newest first. Rows that arrive meanwhile are newer and left out.
 * Errors: those of the client; once aborted, what `signal.throwIfAborted()` throws.
 */
export async function readPage<Row extends { id: string }>({
  source,
  format,
  from: { pages, count, cursor, limit },
  signal,
}: NextPage<Row>): Promise<Collected> {
  const rows = await source.read({ limit, cursor }, signal)
  signal.throwIfAborted()
  return {
    pages: [...pages, { content: new Blob([format.write(rows)]), count: rows.length }],
    count: count + rows.length,
    cursor: rows.at(-1)?.id ?? cursor,
    limit: source.nextLimit(rows),
    isComplete: rows.length < limit,
  }
}

/** The remaining pages, for a bulk run that reads one at a time. It ends after a page that could not be read. */
export function* pagesLeft(collected: () => Collected): Generator<string> {
  for (let page = collected().pages.length; ; page += 1) {
    const { pages, isComplete } = collected()
    if (isComplete || pages.length !== page) return
    yield String(page)
  }
}
