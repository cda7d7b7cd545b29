import Papa from 'papaparse'
import { foldText } from '#contract/common'
import { simIdSchema } from '#contract/sims'

/** A value that somebody entered; one that is neither an IMSI nor an ICCID is shown with an error. */
export interface Entry {
  id: string
  isValid: boolean
}

/** The values of a text. */
export interface Reading {
  /** Each value once, in their order. */
  entries: readonly Entry[]
  /** Number of repeated values. */
  repeated: number
  /** Rows of a sheet without anything that looks like an IMSI or ICCID; `row` counts from 1. */
  ignoredRows: readonly { row: number; text: string }[]
  /** Number of ignored cells beside the values. */
  ignoredCells: number
}

/** Largest number of values in one lookup. */
export const SIMS_MAX = 10_000

/** Characters that people and spreadsheets put around a number: quotes, apostrophes, a formula that makes it text. */
const WRAPPING = /^[\s\u200B]*(?:="|["'’`´]+)?|["'’`´]*[\s\u200B]*$/gu

/** Text of a cell without these characters. */
const unwrapped = (cell: string) => cell.replaceAll(WRAPPING, '').replaceAll('""', '"').trim()

/** Cells of each row, separated by tabs, commas or semicolons. An unclosed quote makes all quotes plain characters. */
function readCells(text: string): string[][] {
  const sheet = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\t;]/g, ',')
  const read = (quoteChar: string) =>
    Papa.parse<string[]>(sheet, { delimiter: ',', newline: '\n', quoteChar })
  const quoted = read('"')
  const { data } = quoted.errors.some(({ type }) => type === 'Quotes') ? read('\0') : quoted
  return data.map((row) => row.map(unwrapped))
}

const isId = (text: string) => simIdSchema.safeParse(text).success

/** The ids in a cell: one, perhaps in groups of digits, or several separated by blanks. */
function idsIn(cell: string): string[] {
  const whole = cell.replaceAll(/[\s\u200B]/gu, '')
  if (isId(whole)) return [whole]
  const parts = cell.split(/[\s\u200B]+/u)
  return parts.every(isId) ? parts : []
}

const HEADERS = new Set(['imsi', 'iccid', 'imsi/iccid', 'iccid/imsi', 'imsi or iccid', 'imsi nebo iccid'])
const isHeaderCell = (cell: string) => HEADERS.has(foldText(cell).trim())

/** A number whose digits a spreadsheet has lost: `8.94E+18`. */
const looksDamaged = (cell: string) => /^\d[\d\s]{10,}$|^\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell)

/** Columns with an id in their header; null without a header. */
type Columns = readonly number[] | null

/**
 * Reads typed, pasted or uploaded text. In a row with several cells, those that look like ids count. Under a header
 * with IMSI or ICCID a row is one SIM: the first id of these columns counts. Rules, "SIM cards".
 */
export function readIds(text: string): Reading {
  const entries = new Map<string, Entry>()
  const ignoredRows: { row: number; text: string }[] = []
  let repeated = 0
  let ignoredCells = 0
  let columns: Columns = null

  const add = (id: string, isValid: boolean) => {
    if (entries.has(id)) repeated += 1
    else entries.set(id, { id, isValid })
  }

  for (const [index, row] of readCells(text).entries()) {
    const cells = row.filter(Boolean)
    if (cells.length === 0) continue
    if (cells.some(isHeaderCell) && cells.every((cell) => idsIn(cell).length === 0)) {
      columns = row.flatMap((cell, column) => (isHeaderCell(cell) ? [column] : []))
      continue
    }
    const named = columns?.map((column) => row[column] ?? '').filter(Boolean)
    const found = (named ?? cells).map(idsIn).filter((ids) => ids.length > 0)
    const taken = named ? found.slice(0, 1) : found
    const wrong = named ? named[0] : cells.length === 1 ? cells[0] : cells.find(looksDamaged)
    if (taken.length > 0) {
      for (const id of taken.flat()) add(id, true)
      ignoredCells += cells.length - taken.length
    } else if (wrong !== undefined) {
      add(wrong, false)
      ignoredCells += cells.length - 1
    } else ignoredRows.push({ row: index + 1, text: cells.join(' ') })
  }
  return { entries: [...entries.values()], repeated, ignoredRows, ignoredCells }
}
