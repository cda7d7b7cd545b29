/** Tells spreadsheets that a file is UTF-8; it stands at the beginning. */
export const BYTE_ORDER_MARK = '\uFEFF'

const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** What a cell can hold; null is an empty one. */
export type CsvValue = string | number | null

/**
 * A cell by RFC 4180. A text that a spreadsheet may take for a formula gets an apostrophe before it; a number is none,
 * whatever its sign.
 */
export function csvCell(value: CsvValue): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a file, with its end. */
export const csvLine = (cells: readonly CsvValue[]) => `${cells.map(csvCell).join(',')}\r\n`
