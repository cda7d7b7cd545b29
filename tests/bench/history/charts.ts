import { latestApi } from '#contract/series'
import type { Lifetime } from '../../../server/lifetime'
import { JsonText } from '../../../server/services/common/json'
import { readPoints } from '../../../server/services/series/points'
import { alternate, compare, lowerQuartile, timeOf } from '../../harness/figures'
import { Api } from '../../harness/http'
import { type Row, ratioRow, ratioText, row, valueRow } from '../../harness/rows'
import { aSpace, manyDevices } from '../../support/builders'
import { A_PERSON } from '../../support/callers'
import type { TestServer } from '../../support/makeServer'
import { openChromium, servePage, visit } from '../browser'
import { fillHistory, PATHS } from './fill'

const GOALS = {
  /** A chart of one series: milliseconds, and times the plain read of its rows. */
  chart: { milliseconds: 300, ratio: 3 },
  /** Milliseconds for many devices in one chart. */
  together: 1500,
  bytes: 8,
  /** Ratio for the calls: the column needs a second one. How long people wait is measured by opening the page. */
  column: 3,
  opening: 1.5,
  drawing: { drawn: 100, longest: 200 },
}
const ROUNDS = 9
const PATH = PATHS[3] ?? ''

const PLAIN = `
  select d.points from series s join series_day d
    on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
  where s.space_id = $1 and d.space_id = $1 and s.device_id = $2 and d.device_id = $2 and s.path = $3`

const SIZE = `
  select sum(pg_total_relation_size(i.inhrelid))::float8 as bytes,
    (select sum(count)::float8 from series_day) as points
  from pg_inherits i where i.inhparent = 'series_day'::regclass`

interface Reading {
  spaceId: string
  deviceIds: readonly string[]
  range: { after: number; before: number }
}

/** Measures charts of a year: one line against reading its rows, many lines in one chart, and the bytes of a point. */
export async function chartRows(
  { deps: { db }, db: { $client } }: TestServer,
  { spaceId, deviceIds, range }: Reading,
): Promise<Row[]> {
  const [first = ''] = deviceIds
  const chart = async (device_id: readonly string[]) => {
    const query = { ...range, device_id: [...device_id], path: [PATH], width: 1000 }
    const answer = await readPoints(db, A_PERSON, spaceId, query)
    if (answer instanceof JsonText) return answer.text
    let text = ''
    for await (const piece of answer.pieces) text += piece
    return text
  }
  const plain = { name: 'bench.plain', text: PLAIN, values: [spaceId, first, PATH] }
  const pair = await compare(
    () => chart([first]),
    () => $client.query(plain),
    { rounds: 30, warmUp: 10 },
  )
  const [together = []] = await alternate([() => timeOf(() => chart(deviceIds))], { rounds: 5, warmUp: 0 })
  const { rows } = await $client.query<{ bytes: number; points: number }>(SIZE)
  const { bytes, points } = rows[0] ?? { bytes: Number.NaN, points: Number.NaN }
  const { ratio, milliseconds } = GOALS.chart
  const isMet = pair[0] / pair[1] <= ratio && pair[0] <= milliseconds
  const what = 'A chart of one series at 1000 px, against the plain read of its rows'
  return [
    row(what, ratioText(pair), `≤ ${ratio}× and ≤ ${milliseconds} ms`, isMet),
    valueRow(`${deviceIds.length} devices over each other`, lowerQuartile(together), {
      digits: 0,
      atMost: GOALS.together,
    }),
    valueRow(
      `On disk, of ${(points / 1e6).toFixed(2)} million points with all that their rows have`,
      bytes / points,
      { unit: 'bytes a point', digits: 2, atMost: GOALS.bytes },
    ),
  ]
}

const LISTED = 50
/** Height of a window that shows all rows, in px. */
const HEIGHT = 3500

/**
 * Compares a page of the device list with the last values of its devices, which are read after it, to the page alone:
 * the time of the calls, and how long a person waits for the last row and for the line in its column.
 */
export async function columnRows(lifetime: Lifetime, server: TestServer): Promise<Row[]> {
  const { id: spaceId, ...space } = await aSpace(server)
  const deviceIds = (await manyDevices(server, { id: spaceId, ...space }, LISTED)).map(({ id }) => id)
  await fillHistory(server, spaceId, deviceIds, 2)
  const url = await server.listen()
  const { token } = space.owner
  const api = new Api(url, { token })
  lifetime.defer(() => api.close())
  const at = `/spaces/${spaceId}`
  const list = () => api.get(`${at}/devices`, { sort_by: 'name', limit: LISTED })
  const column = async () => {
    await list()
    return api.get(`${at}/series/latest`, { device_id: deviceIds, path: PATH })
  }
  const calls = await compare(column, list)

  const paths = latestApi.paths.answer.parse(JSON.parse(await api.get(`${at}/series`)))
  const one = paths.find(({ path }) => path === PATH)
  if (!one) throw new Error(`No device measures ${PATH}.`)
  const { path, label, unit, decimals, is_boolean } = one
  const browser = await openChromium(lifetime)
  const lastRow = `tr[aria-rowindex="${LISTED + 1}"]`
  const open = (selector: string, columns: readonly object[]) => async () => {
    const columnsKey = `RaStoreconsole.devices.values.${spaceId}`
    const stored = { token, 'RaStoreconsole.version': '1', [columnsKey]: JSON.stringify(columns) }
    const address = `${url}/space/${spaceId}/devices?perPage=${LISTED}`
    return (await visit(browser, address, { selector, stored, isFast: true, height: HEIGHT })).time
  }
  const lines = open(`${lastRow} polyline`, [{ path, label, unit, decimals, is_boolean }])
  const opened = await alternate([lines, open(lastRow, [])], { rounds: ROUNDS })
  const [line = 0, plain = 0] = opened.map(lowerQuartile)
  return [
    ratioRow(
      `The calls for ${LISTED} devices with a column of last values, against the call for the list without`,
      calls,
      { atMost: GOALS.column },
    ),
    ratioRow(
      `Opening it until the small line of the last of ${LISTED} rows is drawn, against until the row is`,
      [line, plain],
      { digits: 0, also: `, ${ROUNDS} visits each with an empty cache`, atMost: GOALS.opening },
    ),
  ]
}

const POINTS = 100_000

/** Measures how long the console's chart takes to draw a line of many points in Chromium. */
export async function drawingRow(lifetime: Lifetime): Promise<Row> {
  const url = await servePage(lifetime, new URL('../pages/history', import.meta.url))
  const page = await (await openChromium(lifetime)).newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'draw' in window)
  const draw = () => page.evaluate((points) => window.draw(points), POINTS)
  const [rounds = []] = await alternate([draw], { rounds: ROUNDS })
  const drawn = lowerQuartile(rounds.map((round) => round.drawn))
  const longest = lowerQuartile(rounds.map((round) => round.longest))
  const goal = GOALS.drawing
  return row(
    `Drawing ${POINTS} points (${ROUNDS} rounds)`,
    `${drawn.toFixed(0)} ms, the longest task ${longest.toFixed(0)} ms`,
    `≤ ${goal.drawn} ms, no task over ${goal.longest} ms`,
    drawn <= goal.drawn && longest <= goal.longest,
  )
}
