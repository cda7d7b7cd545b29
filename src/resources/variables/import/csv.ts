import Papa from 'papaparse'
import { foldText } from '#contract/common'
import { BYTE_ORDER_MARK, type CsvValue, csvTable, csvText } from '../../../components/files'

/** What a column of the file can hold, in the order in which files are written. */
export const CSV_FIELDS = ['name', 'value', 'environment', 'comment', 'device'] as const
export type CsvField = (typeof CSV_FIELDS)[number]

/** How a header names each of them, in English and in Czech, without accents. */
const HEADERS: Record<CsvField, readonly string[]> = {
  name: ['name', 'nazev', 'jmeno'],
  value: ['value', 'hodnota'],
  environment: ['environment', 'prostredi'],
  comment: ['comment', 'komentar'],
  device: ['device', 'zarizeni'],
}

/** Most rows of a file. */
export const ROWS_MAX = 10_000

/** One row of a file. */
export interface CsvRow {
  /** Its place in the file, from 1; a spreadsheet shows the same number. */
  number: number
  cells: readonly string[]
}

/** A file as it was read. */
export interface CsvTable {
  rows: readonly CsvRow[]
  /** What each column holds; null is left out. */
  columns: readonly (CsvField | null)[]
  /** The first row names the columns. */
  hasHeader: boolean
}

/** Why a file cannot be used; `row` is where. */
export interface CsvRefusal {
  refused: 'empty' | 'tooMany' | 'quotes'
  row?: number
}

const fieldOf = (cell: string) =>
  CSV_FIELDS.find((field) => HEADERS[field].includes(foldText(csvText(cell)).trim())) ?? null

/** The columns that a header names; a name counts once. */
const columnsOf = (header: readonly string[]) =>
  header.map(fieldOf).map((field, i, all) => (field && all.indexOf(field) === i ? field : null))

const isHeader = (cells: readonly string[]) => columnsOf(cells).filter(Boolean).length > 1

const SEPARATORS = [',', ';', '\t']

/** The separator by which the first row is a header; undefined when it is not one. */
const separatorOf = (text: string) =>
  SEPARATORS.find((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
    return isHeader(data[0] ?? [])
  })

/** Reads text whose cells are separated by commas, semicolons or tabs. */
export function readCsv(text: string): CsvTable | CsvRefusal {
  const content = text.replace(BYTE_ORDER_MARK, '')
  const { data, errors } = Papa.parse<string[]>(content, {
    delimiter: separatorOf(content) ?? '',
    delimitersToGuess: SEPARATORS,
  })
  const rows = data.flatMap((cells, i) =>
    cells.some((cell) => cell.trim()) ? [{ number: i + 1, cells: cells.map(csvText) }] : [],
  )
  const [first] = rows
  const unquoted = errors.find(({ type }) => type === 'Quotes')
  if (unquoted) return { refused: 'quotes', row: (unquoted.row ?? 0) + 1 }
  const hasHeader = first !== undefined && isHeader(first.cells)
  const count = rows.length - Number(hasHeader)
  if (!first || count === 0) return { refused: 'empty' }
  if (count > ROWS_MAX) return { refused: 'tooMany' }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const named = hasHeader ? columnsOf(first.cells) : CSV_FIELDS
  return { rows, hasHeader, columns: Array.from({ length: width }, (_, i) => named[i] ?? null) }
}

/** Writes a file that `readCsv` reads, and that a spreadsheet may open. */
export function writeCsv(rows: readonly Record<CsvField | 'error', CsvValue>[]): string {
  const columns = [...CSV_FIELDS, 'error'] as const
  return csvTable(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  )
}
