import { foldText } from '#contract/common'
import { dayOf } from '../clock/wall'
import { currentZone } from '../clock/zone'

/** Time for the browser to take over a file, in ms. */
const TAKEN_OVER_AFTER = 60_000

/** Saves a file to the person's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_OVER_AFTER)
}

/** A file name from content, owner and day by the person's clock. Its characters are safe in any file system. */
export function fileName(content: string, owner: string, at: Date, extension: string): string {
  const safe = foldText(owner)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${[content, safe, dayOf(at.getTime(), currentZone())].filter(Boolean).join('-')}.${extension}`
}

/** The first character of a CSV file; tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Characters with which spreadsheets may begin a formula; full-width signs count too. */
const SIGN = '[=+\\-@＝＋－＠]'
/** Visible and invisible characters that spreadsheets may skip before it, besides tabs and line breaks. */
const PASSED = `(?:[^\\S\\t\\r\\n]|['"\\u200B-\\u200F\\u2060])*`
/**
 * Beginnings of cells that may be formulas. Cells with leading apostrophes match too and get another one, so that
 * `csvText` can remove exactly the added one.
 */
const FORMULA = new RegExp(`^(?:'*[\\t\\r\\n]|(?:${PASSED}[\\t\\r\\n])*${PASSED}${SIGN})`)
/** Digits that spreadsheets shorten: long ones, and those with a zero in front. Leading apostrophes as in `FORMULA`. */
const SHORTENED = /^'*(?:0\d+|\d{12,})$/
const NEEDS_QUOTES = /["\r\n]/

const isGuarded = (text: string) => FORMULA.test(text) || SHORTENED.test(text)

/** The value of a CSV cell; null is an empty cell. */
export type CsvValue = string | number | null

/** What separates cells, and the integer part of a number from its decimals. */
export interface CsvStyle {
  separator: ',' | ';' | '\t'
  decimal: '.' | ','
}

/** CSV by RFC 4180, as programs read it. */
export const PLAIN_CSV: CsvStyle = { separator: ',', decimal: '.' }

/**
 * Beginnings of formulas after characters at which some spreadsheets split cells regardless of quotes, bare and guarded.
 */
const innerOf = (splits: string) => ({
  formula: new RegExp(`(${splits})(?=${PASSED}${SIGN})`, 'g'),
  guarded: new RegExp(`(${splits})'(?=${PASSED}${SIGN})`, 'g'),
})
const INNER = innerOf('[;\\t\\r\\n]')
/** Where another character separates, a cell with a comma has no quotes. */
const INNER_WITH_COMMA = innerOf('[,;\\t\\r\\n]')
const innerIn = (separator: string) => (separator === ',' ? INNER : INNER_WITH_COMMA)
const guarded = (text: string, separator: string) =>
  (isGuarded(text) ? "'" : '') + text.replaceAll(innerIn(separator).formula, "$1'")

/**
 * A CSV cell (RFC 4180). A text that a spreadsheet may take for a formula, or whose digits it would shorten, gets a
 * leading apostrophe; a number never does, not even a negative one.
 */
export function csvCell(value: CsvValue, { separator, decimal }: CsvStyle = PLAIN_CSV): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' ? guarded(text, separator) : text.replace('.', decimal)
  return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The original text of a cell that `csvCell` wrote with this separator, once its quotes are removed. */
export const csvText = (cell: string, separator: string = PLAIN_CSV.separator): string =>
  (cell.startsWith("'") && isGuarded(cell) ? cell.slice(1) : cell).replaceAll(
    innerIn(separator).guarded,
    '$1',
  )

/** One line of a CSV file, including its line break. */
export const csvLine = (cells: readonly CsvValue[], style: CsvStyle = PLAIN_CSV) =>
  `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`

/**
 * A CSV file that spreadsheets open as UTF-8.
 * @param columns the first line
 */
export const csvTable = (
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
  style: CsvStyle = PLAIN_CSV,
) => BYTE_ORDER_MARK + [columns, ...rows].map((row) => csvLine(row, style)).join('')

/** Saves a CSV file to the person's downloads. */
export const downloadCsv = (name: string, text: string) =>
  download(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
