const SEPARATOR = /[\t,;\r\n]/g
const ENDS = new Set(['\t', ',', ';', '\r', '\n', undefined])

/** Where a quoted cell that begins at a place ends, behind its last quote; null when it is not quoted as a whole. */
function quotedEnd(text: string, start: number): number | null {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at >= 0 && ENDS.has(text[at + 1]) ? at + 1 : null
}

/** Where the cell that begins at a place ends. */
function cellEnd(text: string, start: number): number {
  const quoted = text[start] === '"' ? quotedEnd(text, start) : null
  if (quoted !== null) return quoted
  SEPARATOR.lastIndex = start
  return SEPARATOR.exec(text)?.index ?? text.length
}

/** What people and spreadsheets put around a number: quotes, apostrophes, the formula that makes it a text. */
const WRAPPING = /^[\s\u200B]*(?:="|["'’`´]+)?|["'’`´]*[\s\u200B]*$/gu

/** A cell's text without what is put around it. */
const unwrapped = (cell: string) => cell.replaceAll(WRAPPING, '').replaceAll('""', '"').trim()

/**
 * The rows of a text, each with the cells that are not empty. Cells end at tabs, commas, semicolons, and at line breaks
 * that are not within quotes; a quote that nobody closed is a character.
 */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at <= text.length; ) {
    const end = cellEnd(text, at)
    row.push(unwrapped(text.slice(at, end)))
    const separator = text[end]
    if (separator === undefined || separator === '\n' || separator === '\r') {
      rows.push(row)
      row = []
    }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return rows
}
