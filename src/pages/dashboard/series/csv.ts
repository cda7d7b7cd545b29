import { BYTE_ORDER_MARK, type CsvValue, csvLine } from '../../../components/files'
import type { Series } from './series'

/** A table of the readings in a stretch of time: a line for each time, in UTC, and a column for each series. */
export function seriesCsv(series: readonly Series[], [start, end]: readonly [number, number]): string {
  const rows = new Map<number, CsvValue[]>()
  for (const [column, { readings }] of series.entries())
    for (const { time, value } of readings) {
      if (value === null || time < start || time > end) continue
      const row = rows.get(time) ?? Array.from<CsvValue>({ length: series.length }).fill(null)
      row[column] = value
      rows.set(time, row)
    }
  const lines = [...rows].toSorted(([a], [b]) => a - b)
  return [
    BYTE_ORDER_MARK,
    csvLine(['time', ...series.map(({ label }) => label)]),
    ...lines.map(([time, row]) => csvLine([new Date(time).toISOString(), ...row])),
  ].join('')
}
