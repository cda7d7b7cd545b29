import { wallAt } from '../../clock/wall'
import { BYTE_ORDER_MARK, type CsvStyle, type CsvValue, csvLine } from '../files'

/** Rows of a sheet in Excel, with its header: a CSV file that has more is cut off there. */
export const EXCEL_ROWS = 1_048_576

/** A page of a file, and the number of its rows. */
export interface Page {
  /** The browser may keep it on disk instead of in memory. */
  content: Blob
  count: number
}

/** Converts rows to a file. */
export interface FileFormat<Row> {
  extension: string
  mediaType: string
  /** Writes the rows of a page. */
  write: (rows: readonly Row[]) => string
  /** Makes the file of its pages. */
  assemble: (pages: readonly Page[]) => Promise<readonly Blob[]>
}

/** A column of a table. */
export interface SheetColumn {
  name: string
  /** Its texts are ISO times. */
  isTime?: boolean
}

const TIMES = /_at$|^last_seen$/

/** Columns with the names of fields, of which some are about times. */
export const columnsOf = (names: readonly string[]): SheetColumn[] =>
  names.map((name) => ({ name, isTime: TIMES.test(name) }))

/** A field as a cell: what is neither a text nor a number is JSON. */
const fieldCell = (value: unknown): CsvValue =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value)

/** A table in which each row of a list is one row. */
export interface RowSheet<Row> {
  columns: readonly SheetColumn[]
  cellsOf: (row: Row) => readonly CsvValue[]
}

/** A table with some fields of records. */
export const fieldSheet = <Row extends object>(names: readonly (keyof Row & string)[]): RowSheet<Row> => ({
  columns: columnsOf(names),
  cellsOf: (row) => names.map((name) => fieldCell(row[name])),
})

/** Rows of a table, some at a time. */
export type SheetRows = readonly (readonly CsvValue[])[]

/** A table that is known only once all pages of the list have been read. */
export interface LaidOutSheet<Row> {
  /** Text that keeps the rows of a page until then. */
  keep: (rows: readonly Row[]) => string
  /** The table of the kept pages, which are read one by one. */
  layOut: (
    pages: readonly Blob[],
  ) => Promise<{ columns: readonly SheetColumn[]; rows: AsyncIterable<SheetRows> }>
}

export type Sheet<Row> = RowSheet<Row> | LaidOutSheet<Row>

/** Writes tables in a file format. */
export interface SheetWriter {
  extension: string
  mediaType: string
  rows: (columns: readonly SheetColumn[], rows: SheetRows) => string
  assemble: (columns: readonly SheetColumn[], pages: readonly Page[]) => Promise<readonly Blob[]>
}

/** The format of a list's table in a file. */
export function sheetFormat<Row>(sheet: Sheet<Row>, writer: SheetWriter): FileFormat<Row> {
  const { extension, mediaType } = writer
  if ('columns' in sheet)
    return {
      extension,
      mediaType,
      write: (rows) => writer.rows(sheet.columns, rows.map(sheet.cellsOf)),
      assemble: (pages) => writer.assemble(sheet.columns, pages),
    }
  return {
    extension,
    mediaType,
    write: sheet.keep,
    assemble: async (kept) => {
      const { columns, rows } = await sheet.layOut(kept.map(({ content }) => content))
      const pages: Page[] = []
      for await (const some of rows)
        pages.push({ content: new Blob([writer.rows(columns, some)]), count: some.length })
      return writer.assemble(columns, pages)
    },
  }
}

/** The name of a column in a file: local times name their zone. */
export const headOf = ({ name, isTime }: SheetColumn, zone: string): string =>
  isTime && zone !== 'UTC' ? `${name} (${zone})` : name

/** A local time as spreadsheets read it in every language: to the second, because they show fractions as minutes. */
function localText(iso: string, zone: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : new Date(wallAt(time, zone)).toISOString().slice(0, 19).replace('T', ' ')
}

/** CSV in a style; times are ISO times in UTC, or local ones. */
export function csvWriter(style: CsvStyle, zone: string): SheetWriter {
  const cellOf = (value: CsvValue, { isTime }: SheetColumn) =>
    isTime && typeof value === 'string' && zone !== 'UTC' ? localText(value, zone) : value
  return {
    extension: 'csv',
    mediaType: 'text/csv;charset=utf-8',
    rows: (columns, rows) =>
      rows
        .map((row) =>
          csvLine(
            columns.map((column, place) => cellOf(row[place] ?? null, column)),
            style,
          ),
        )
        .join(''),
    assemble: async (columns, pages) => [
      new Blob([
        BYTE_ORDER_MARK +
          csvLine(
            columns.map((column) => headOf(column, zone)),
            style,
          ),
      ]),
      ...pages.map(({ content }) => content),
    ],
  }
}
