/** How rows of a kind become a file. */
export interface FileFormat<Row> {
  extension: string
  mediaType: string
  /** The beginning of the file. */
  header: string
  /** One line for each row. */
  write: (rows: readonly Row[]) => string
  /** Makes the file of what was written of its pages, where it is more than one after the other. */
  assemble?: (pages: readonly Blob[]) => Promise<readonly Blob[]>
}

/** The formats that every export offers. */
export const FORMAT_NAMES = ['jsonLines', 'csv'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
export type Formats<Row> = Readonly<Record<FormatName, FileFormat<Row>>>

/** What makes a JSON lines file of rows. */
export const jsonLines = <Row>(lineOf: (row: Row) => string): FileFormat<Row> => ({
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  header: '',
  write: (rows) => rows.map((row) => `${lineOf(row)}\n`).join(''),
})

/** What makes a CSV file of rows. @param header its first line, with its line break */
export const csvFile = <Row>(header: string, lineOf: (row: Row) => string): FileFormat<Row> => ({
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  header,
  write: (rows) => rows.map(lineOf).join(''),
})

/** A place in a list: how many rows to ask for, after which one. */
interface Place {
  limit: number
  /** Id of the last row that was read. */
  cursor: string | undefined
}

/** A list that is read by cursor. */
export interface Source<Row> {
  /** Errors: those of the client. */
  read: (place: Place, signal: AbortSignal) => Promise<readonly Row[]>
  /** Rows to ask for first. */
  firstLimit: number
  /** Rows to ask for after these. */
  nextLimit: (before: readonly Row[]) => number
}

/** The part of an export that has been read. */
export interface Collected extends Place {
  /** One for each page, so that the browser may keep them on disk instead of in memory. */
  parts: readonly Blob[]
  count: number
  isComplete: boolean
}

/** Of an export that has not begun. */
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
  /** What was read before. */
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

/** The pages that are still to be read, for a bulk run that reads one at a time; one that was not read is the last. */
export function* pagesLeft(collected: () => Collected): Generator<string> {
  for (let page = collected().parts.length; ; page += 1) {
    const { parts, isComplete } = collected()
    if (isComplete || parts.length !== page) return
    yield String(page)
  }
}
