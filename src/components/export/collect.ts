/** Converts rows to a file. */
export interface FileFormat<Row> {
  extension: string
  mediaType: string
  /** Beginning of the file. */
  header: string
  /** Writes one line for each row. */
  write: (rows: readonly Row[]) => string
  /** Assembles the file from its pages, if they cannot simply be joined. */
  assemble?: (pages: readonly Blob[]) => Promise<readonly Blob[]>
}

/** The formats of every export. */
export const FORMAT_NAMES = ['jsonLines', 'csv'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
export type Formats<Row> = Readonly<Record<FormatName, FileFormat<Row>>>

/** A JSON lines format. */
export const jsonLines = <Row>(lineOf: (row: Row) => string): FileFormat<Row> => ({
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  header: '',
  write: (rows) => rows.map((row) => `${lineOf(row)}\n`).join(''),
})

/**
 * A CSV format.
 * @param header the first line, with its line break
 */
export const csvFile = <Row>(header: string, lineOf: (row: Row) => string): FileFormat<Row> => ({
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  header,
  write: (rows) => rows.map(lineOf).join(''),
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
  /** One blob per page, which the browser may keep on disk instead of in memory. */
  parts: readonly Blob[]
  count: number
  isComplete: boolean
}

/** The state of an export that has not started. */
export const nothingOf = <Row>({ firstLimit }: Pick<Source<Row>, 'firstLimit'>): Collected => ({
  parts: [],
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
  from: { parts, count, cursor, limit },
  signal,
}: NextPage<Row>): Promise<Collected> {
  const rows = await source.read({ limit, cursor }, signal)
  signal.throwIfAborted()
  return {
    parts: [...parts, new Blob([format.write(rows)])],
    count: count + rows.length,
    cursor: rows.at(-1)?.id ?? cursor,
    limit: source.nextLimit(rows),
    isComplete: rows.length < limit,
  }
}

/** The remaining pages, for a bulk run that reads one at a time. It ends after a page that could not be read. */
export function* pagesLeft(collected: () => Collected): Generator<string> {
  for (let page = collected().parts.length; ; page += 1) {
    const { parts, isComplete } = collected()
    if (isComplete || parts.length !== page) return
    yield String(page)
  }
}
