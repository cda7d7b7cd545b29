import Papa from 'papaparse'
import { foldText } from '#contract/common'
import { BYTE_ORDER_MARK, csvText } from '../files'

/** Largest number of rows in a file. */
export const ROWS_MAX = 10_000

export interface CsvRow {
  /** Place in the file, counted from 1, as in a spreadsheet. */
  number: number
  cells: readonly string[]
}

/** A parsed file. */
export interface CsvTable<Field extends string> {
  rows: readonly CsvRow[]
  /** Field of each column; null for an ignored one. */
  columns: readonly (Field | null)[]
  /** Whether the first row names the columns. */
  hasHeader: boolean
}

/** Why a file is refused, with the row. */
export interface CsvRefusal {
  refused: 'empty' | 'tooMany' | 'quotes'
  row?: number
}

const SEPARATORS = [',', ';', '\t']

/**
 * A reader of text with cells separated by commas, semicolons or tabs.
 * @param fields in the order of a file without a header
 * @param headers names of the fields in a header, in all languages, without accents
 * @param max largest number of rows
 */
export function tableReader<const Field extends string>(
  fields: readonly Field[],
  headers: Readonly<Record<Field, readonly string[]>>,
  max = ROWS_MAX,
) {
  const fieldOf = (cell: string) =>
    fields.find((field) => headers[field].includes(foldText(csvText(cell)).trim())) ?? null
  /** Fields of the columns in a header; only the first of a name counts. */
  const columnsOf = (header: readonly string[]) =>
    header.map(fieldOf).map((field, i, all) => (field && all.indexOf(field) === i ? field : null))
  const isHeader = (cells: readonly string[]) => columnsOf(cells).filter(Boolean).length > 1
  /** The separator with which the first row is a header; undefined if there is none. */
  const separatorOf = (text: string) =>
    SEPARATORS.find((delimiter) => {
      const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
      return isHeader(data[0] ?? [])
    })

  return (text: string): CsvTable<Field> | CsvRefusal => {
    const content = text.replace(BYTE_ORDER_MARK, '')
    const { data, errors, meta } = Papa.parse<string[]>(content, {
      delimiter: separatorOf(content) ?? '',
      delimitersToGuess: SEPARATORS,
    })
    const rows = data.flatMap((cells, i) =>
      cells.some((cell) => cell.trim())
        ? [{ number: i + 1, cells: cells.map((cell) => csvText(cell, meta.delimiter)) }]
        : [],
    )
    const [first] = rows
    const unquoted = errors.find(({ type }) => type === 'Quotes')
    if (unquoted) return { refused: 'quotes', row: (unquoted.row ?? 0) + 1 }
    const hasHeader = first !== undefined && isHeader(first.cells)
    const count = rows.length - Number(hasHeader)
    if (!first || count === 0) return { refused: 'empty' }
    if (count > max) return { refused: 'tooMany' }
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    const named = hasHeader ? columnsOf(first.cells) : fields
    return { rows, hasHeader, columns: Array.from({ length: width }, (_, i) => named[i] ?? null) }
  }
}
