import { EXPORT_MAX, historyApi, type SeriesValue } from '#contract/series'
import { csvFile, type Formats, jsonLines, type Source } from '../../../components/export/collect'
import { BYTE_ORDER_MARK, csvLine } from '../../../components/files'
import type { SpaceportDataProvider } from '../../../dataProvider'
import type { TimeRange } from './range'

/** What is said of a value beside it. */
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

/** The files that values are exported to, times in UTC. */
export const formatsOf = (named: Named): Formats<SeriesValue> => ({
  jsonLines: jsonLines((value) => JSON.stringify(rowOf(value, named))),
  csv: csvFile(BYTE_ORDER_MARK + csvLine(COLUMNS), (value) => {
    const row = rowOf(value, named)
    return csvLine(COLUMNS.map((column) => row[column]))
  }),
})

interface Wanted {
  deviceIds: readonly string[]
  paths: readonly string[]
  range: TimeRange
}

/** All values of series of devices in a range, page by page. */
export const sourceOf = (
  ask: SpaceportDataProvider['ask'],
  { deviceIds, paths, range }: Wanted,
): Source<SeriesValue> => ({
  read: async ({ limit, cursor }, signal) => {
    const [after, before] = [new Date(range.after).toISOString(), new Date(range.before).toISOString()]
    const query = { device_id: [...deviceIds], path: [...paths], after, before, limit, cursor }
    return ask(historyApi.export, { query, signal })
  },
  firstLimit: EXPORT_MAX,
  nextLimit: () => EXPORT_MAX,
})
