import { EXPORT_MAX, historyApi, type SeriesValue } from '#contract/series'
import type { Formats, Source } from '../../../../components/export/collect'
import type { SpaceportDataProvider } from '../../../../dataProvider'
import { earlierRange, type TimeRange } from '../range'

/** Names that are exported with the values. */
export interface Named {
  /** Names of devices by id. */
  devices: ReadonlyMap<string, string>
  /** Labels and units of series by path. */
  series: ReadonlyMap<string, { label: string; unit: string | null }>
}

const COLUMNS = ['time', 'device', 'device_id', 'path', 'label', 'value', 'unit'] as const

function rowOf({ device_id, path, at, value }: SeriesValue, { devices, series }: Named) {
  const { label = path, unit = null } = series.get(path) ?? {}
  return { time: at, device: devices.get(device_id) ?? '', device_id, path, label, value, unit }
}

/** A history in files: a row for each value. */
export const formatsOf = (named: Named): Formats<SeriesValue> => ({
  lineOf: (value) => JSON.stringify(rowOf(value, named)),
  sheet: {
    columns: COLUMNS.map((name) => ({ name, isTime: name === 'time' })),
    cellsOf: (value) => {
      const row = rowOf(value, named)
      return COLUMNS.map((column) => row[column])
    },
  },
})

/**
 * Time ranges of the drawn values: the range, and the same before each shift. Overlapping ranges are merged, so that no
 * value is exported twice. The oldest first.
 */
export function rangesOf(range: TimeRange, shifts: readonly number[]): TimeRange[] {
  const ranges: TimeRange[] = []
  for (const shift of [...new Set(shifts)].toSorted((a, b) => b - a)) {
    const last = ranges.at(-1)
    const next = shift === 0 ? range : earlierRange(range, shift)
    if (last && next.after <= last.before) last.before = next.before
    else ranges.push({ ...next })
  }
  return ranges
}

interface Wanted {
  deviceIds: readonly string[]
  paths: readonly string[]
  ranges: readonly TimeRange[]
}

/** All values of the devices' series in the ranges, one range after the other, page by page. */
export const sourceOf = (
  ask: SpaceportDataProvider['ask'],
  { deviceIds, paths, ranges }: Wanted,
): Source<SeriesValue> => ({
  read: async ({ limit, cursor }, signal) => {
    const rows: SeriesValue[] = []
    const [place = '0', last] = cursor?.split(' ') ?? []
    for (const [index, range] of ranges.entries()) {
      if (index < Number(place) || rows.length === limit) continue
      const query = {
        device_id: [...deviceIds],
        path: [...paths],
        after: new Date(range.after).toISOString(),
        before: new Date(range.before).toISOString(),
        limit: limit - rows.length,
        cursor: index === Number(place) ? last : undefined,
      }
      const found = await ask(historyApi.export, { query, signal })
      for (const row of found) rows.push({ ...row, id: `${index} ${row.id}` })
    }
    return rows
  },
  firstLimit: EXPORT_MAX,
  nextLimit: () => EXPORT_MAX,
})
