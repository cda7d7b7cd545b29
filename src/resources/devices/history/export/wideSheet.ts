import { z } from 'zod'
import type { SeriesValue } from '#contract/series'
import type { CsvValue } from '../../../../components/files'
import type { LaidOutSheet, SheetRows } from '../../../../components/sheets/sheet'
import type { Named } from './exportFile'

/** Rows that are written at a time. */
const ROWS = 5000

/** The values of one series in a page, one line of its kept text. */
const segmentSchema = z.object({
  device_id: z.string(),
  path: z.string(),
  times: z.array(z.string()),
  values: z.array(z.number()),
})
type Segment = z.infer<typeof segmentSchema>

/** The kept text of a page. A page has one series after the other. */
function pageOf(rows: readonly SeriesValue[]): string {
  const segments: Segment[] = []
  for (const { device_id, path, at, value } of rows) {
    let last = segments.at(-1)
    if (last?.device_id !== device_id || last.path !== path) {
      last = { device_id, path, times: [], values: [] }
      segments.push(last)
    }
    last.times.push(at)
    last.values.push(value)
  }
  return segments.map((segment) => JSON.stringify(segment)).join('\n')
}

const segmentsIn = async (page: Blob): Promise<Segment[]> =>
  (await page.text()).split('\n').flatMap((line) => (line ? segmentSchema.parse(JSON.parse(line)) : []))

/** Where the segments of a series are, in the order of their times. */
type Places = { page: Blob; line: number }[]

/** Reads the values of one series, of which one segment is in memory. */
function makeReader(places: Places) {
  let segment: Segment | undefined
  let [next, place] = [0, 0]
  return {
    /** The next value; null after the last one. */
    peek: async (): Promise<{ at: string; value: number } | null> => {
      while (!segment || next >= segment.times.length) {
        const where = places[place++]
        if (!where) return null
        segment = (await segmentsIn(where.page))[where.line]
        next = 0
      }
      return { at: segment.times[next] ?? '', value: segment.values[next] ?? 0 }
    },
    take: () => {
      next += 1
    },
  }
}

/** A row for each time, with the values of all series at that time; the oldest first. */
async function* rowsOf(series: readonly Places[]): AsyncGenerator<SheetRows> {
  const readers = series.map(makeReader)
  const heads = await Promise.all(readers.map(({ peek }) => peek()))
  let rows: CsvValue[][] = []
  for (;;) {
    // ISO times in UTC are in the order of their texts.
    const at = heads.reduce<string | null>(
      (first, head) => (head && (first === null || head.at < first) ? head.at : first),
      null,
    )
    if (at === null) break
    const row: CsvValue[] = [at]
    for (const [place, head] of heads.entries()) {
      row.push(head?.at === at ? head.value : null)
      if (head?.at !== at) continue
      readers[place]?.take()
      heads[place] = (await readers[place]?.peek()) ?? null
    }
    rows.push(row)
    if (rows.length < ROWS) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** The name of a series' column: its label, its unit and, if there are several devices, its device. */
function nameOf({ device_id, path }: Segment, { devices, series }: Named): string {
  const { label = path, unit = null } = series.get(path) ?? {}
  const measured = unit === null ? label : `${label} (${unit})`
  return devices.size > 1 ? `${measured} · ${devices.get(device_id) ?? device_id}` : measured
}

/** A table with a row for each time and a column for each series. Series are read side by side, a segment of each at a time. */
export const wideSheet = (named: Named): LaidOutSheet<SeriesValue> => ({
  keep: pageOf,
  layOut: async (pages) => {
    const found = new Map<string, { name: string; places: Places }>()
    for (const page of pages)
      for (const [line, segment] of (await segmentsIn(page)).entries()) {
        const key = `${segment.device_id} ${segment.path}`
        const one = found.get(key) ?? { name: nameOf(segment, named), places: [] }
        one.places.push({ page, line })
        found.set(key, one)
      }
    const all = [...found.values()]
    return {
      columns: [{ name: 'time', isTime: true }, ...all.map(({ name }) => ({ name }))],
      rows: rowsOf(all.map(({ places }) => places)),
    }
  },
})
