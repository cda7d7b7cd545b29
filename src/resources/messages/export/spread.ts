import { z } from 'zod'
import type { Message } from '#contract/messages'
import type { CsvValue } from '../../../components/files'
import { parseJson } from '../../../components/json/parseJson'
import { columnsOf, type LaidOutSheet } from '../../../components/sheets/sheet'

/** Limits of columns for bodies and of their depth. Further values stay in the column `body`. */
export const SPREAD_MAX = 1000
const DEPTH_MAX = 64

/** One part of a dotted path in a body; a name that has a dot itself is quoted. */
const nameOf = (key: string) => (/^[^."\s]+$/.test(key) ? key : JSON.stringify(key))

/** Matches numbers that JavaScript may not represent. */
const LONG_NUMBER = /\d{16}|[eE]\+?\d{3}/

const sourceSchema = z.object({ source: z.string() })

function keepDigits(_key: string, value: unknown, ...[context]: unknown[]): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return sourceSchema.safeParse(context).data?.source ?? value
}

/** Value of a JSON text. Numbers with too many digits become texts, if the browser can detect them. */
function valueOf(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return parseJson(text)
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

const cellSchema = z.union([z.string(), z.number(), z.null()])

/** Values of a body by path; null if it is neither an object nor a list, or has too many values or levels. */
function spreadBody(body: string | null): Map<string, CsvValue> | null {
  const value = body === null ? undefined : valueOf(body)
  if (typeof value !== 'object' || value === null) return null
  const values = new Map<string, CsvValue>()
  const visit = (node: unknown, path: string, depth: number): boolean => {
    if (depth > DEPTH_MAX || values.size >= SPREAD_MAX) return false
    if (typeof node !== 'object' || node === null) {
      const isInfinite = typeof node === 'number' && !Number.isFinite(node)
      values.set(path, cellSchema.parse(isInfinite || typeof node === 'boolean' ? `${node}` : node))
      return true
    }
    const members = Object.entries(node)
    if (members.length === 0 && depth > 0) values.set(path, Array.isArray(node) ? '[]' : '{}')
    return members.every(([key, member]) => visit(member, `${path}.${nameOf(key)}`, depth + 1))
  }
  return visit(value, 'body', 0) ? values : null
}

/** First stored line of a page: its paths. */
const pathsSchema = z.array(z.string())
/** Each further line: the cells of a row except its body, and its values with the index of their path. */
const rowSchema = z.object({
  cells: z.array(cellSchema),
  values: z.array(z.tuple([z.number(), cellSchema])),
})

/** Stored text of a page, until the paths of all pages are known. */
function pageOf(columns: readonly (keyof Message)[], messages: readonly Message[]): string {
  const places = new Map<string, number>()
  const placeOf = (path: string) => {
    const place = places.get(path) ?? places.size
    places.set(path, place)
    return place
  }
  const rows = messages.map((message) => {
    const spread = spreadBody(message.body)
    const cells = columns.map((column) => (column === 'body' && spread ? null : message[column]))
    return JSON.stringify({
      cells,
      values: [...(spread ?? [])].map(([path, value]) => [placeOf(path), value]),
    })
  })
  return [JSON.stringify([...places.keys()]), ...rows].join('\n')
}

/** Rows of a page, with a column for each path; values without a column go to the column `body`, as JSON. */
function rowsOf(page: string, columns: readonly string[], paths: ReadonlyMap<string, number>): CsvValue[][] {
  const [first = '[]', ...rows] = page.split('\n')
  const own = pathsSchema.parse(JSON.parse(first))
  return rows.map((row) => {
    const { cells, values } = rowSchema.parse(JSON.parse(row))
    const spread: CsvValue[] = Array.from({ length: paths.size }, () => null)
    const rest: [string, CsvValue][] = []
    for (const [place, value] of values) {
      const path = own[place] ?? ''
      const at = paths.get(path)
      if (at === undefined) rest.push([path, value])
      else spread[at] = value
    }
    const kept = rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null
    return cells.map((cell, at) => (columns[at] === 'body' ? (cell ?? kept) : cell)).concat(spread)
  })
}

/**
 * A table with these columns, then a column for each path in the bodies of all messages, in the order of their first
 * occurrence. It reads the pages twice, one at a time, so that only one is in memory.
 */
export const spreadSheet = (columns: readonly (keyof Message)[]): LaidOutSheet<Message> => ({
  keep: (messages) => pageOf(columns, messages),
  layOut: async (pages) => {
    const paths = new Map<string, number>()
    for (const page of pages) {
      const [first = '[]'] = (await page.text()).split('\n', 1)
      for (const path of pathsSchema.parse(JSON.parse(first)))
        if (paths.size < SPREAD_MAX && !paths.has(path)) paths.set(path, paths.size)
    }
    return {
      columns: [...columnsOf(columns), ...[...paths.keys()].map((name) => ({ name }))],
      rows: (async function* () {
        for (const page of pages) yield rowsOf(await page.text(), columns, paths)
      })(),
    }
  },
})
