import Papa from 'papaparse'
import { foldText } from '#contract/common'
import {
  BYTE_ORDER_MARK,
  type CsvStyle,
  type CsvValue,
  csvTable,
  csvText,
  PLAIN_CSV,
} from '../../../components/files'

/** Fields that a column can contain, in the order of written files. */
export const CSV_FIELDS = ['name', 'value', 'environment', 'comment', 'device'] as const
export type CsvField = (typeof CSV_FIELDS)[number]

/** Names of the fields in a header, in English and Czech, without accents. */
const HEADERS: Record<CsvField, readonly string[]> = {
  name: ['name', 'nazev', 'jmeno'],
  value: ['value', 'hodnota'],
  environment: ['environment', 'prostredi'],
  comment: ['comment', 'komentar'],
  device: ['device', 'zarizeni'],
}

/** Largest number of rows in a file. */
export const ROWS_MAX = 10_000

export interface CsvRow {
  /** Place in the file, counted from 1, as in a spreadsheet. */
  number: number
  cells: readonly string[]
}

/** A parsed file. */
export interface CsvTable {
  rows: readonly CsvRow[]
  /** Field of each column; null for an ignored one. */
  columns: readonly (CsvField | null)[]
  /** Whether the first row names the columns. */
  hasHeader: boolean
}

/** Why a file is refused, with the row. */
export interface CsvRefusal {
  refused: 'empty' | 'tooMany' | 'quotes'
  row?: number
}

const fieldOf = (cell: string) =>
  CSV_FIELDS.find((field) => HEADERS[field].includes(foldText(csvText(cell)).trim())) ?? null

/** Fields of the columns in a header; only the first of a name counts. */
const columnsOf = (header: readonly string[]) =>
  header.map(fieldOf).map((field, i, all) => (field && all.indexOf(field) === i ? field : null))

const isHeader = (cells: readonly string[]) => columnsOf(cells).filter(Boolean).length > 1

const SEPARATORS = [',', ';', '\t']

/** The separator with which the first row is a header; undefined if there is none. */
const separatorOf = (text: string) =>
  SEPARATORS.find((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
    return isHeader(data[0] ?? [])
  })

/** Parses text with cells separated by commas, semicolons or tabs. */
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

/** Writes a file that `readCsv` and spreadsheets can open. */
export function writeCsv(
  rows: readonly Record<CsvField | 'error', CsvValue>[],
  style: CsvStyle = PLAIN_CSV,
): string {
  const columns = [...CSV_FIELDS, 'error'] as const
  return csvTable(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
    style,
  )
}
