import { JsonText } from '../../../server/services/common/json'
import type { OneDevice } from '../../../server/services/devices/lockDevice'
import { readPoints } from '../../../server/services/series'
import { A_PERSON } from '../../support/callers'
import type { TestServer } from '../../support/makeServer'
import { compare, lowerQuartile } from '../api/compare'
import type { Line } from '../api/lines'
import { PATHS } from './fill'

const CHART_GOAL = { ms: 300, ratio: 3 }
const TOGETHER_GOAL = 1500
const BYTES_GOAL = 8
const SAMPLES = { samples: 30, warmUp: 10 }

const PLAIN = `
  select d.points from series s join series_day d
    on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
  where s.space_id = $1 and d.space_id = $1 and s.device_id = $2 and d.device_id = $2 and s.path = $3`

const SIZE = `
  select sum(pg_total_relation_size(i.inhrelid))::float8 as bytes,
    (select sum(count)::float8 from series_day) as points
  from pg_inherits i where i.inhparent = 'series_day'::regclass`

interface Reading {
  one: OneDevice
  /** All devices, with the first. */
  deviceIds: readonly string[]
  range: { after: number; before: number }
}

/** What charts of a year cost: one line against reading its rows, many lines over each other, and what a point takes. */
export async function benchReading(
  { deps: { db }, db: { $client } }: TestServer,
  { one, deviceIds, range }: Reading,
): Promise<Line[]> {
  const path = PATHS.slice(3, 4)
  const chart = async (device_id: readonly string[]) => {
    const query = { ...range, device_id: [...device_id], path, width: 1000 }
    const answer = await readPoints(db, A_PERSON, one.spaceId, query)
    if (answer instanceof JsonText) return answer.text
    const pieces: string[] = []
    for await (const piece of answer.pieces) pieces.push(piece)
    return pieces.join('')
  }
  const { first, last } = await compare(
    async () =>
      $client.query({ name: 'bench.plain', text: PLAIN, values: [one.spaceId, one.deviceId, ...path] }),
    async () => chart([one.deviceId]),
    SAMPLES,
  )
  const together: number[] = []
  for (let i = 0; i < 5; i++) {
    const began = performance.now()
    await chart(deviceIds)
    together.push(performance.now() - began)
  }
  const many = lowerQuartile(together)
  const { rows } = await $client.query<{ bytes: number; points: number }>(SIZE)
  const { bytes, points } = rows[0] ?? { bytes: Number.NaN, points: Number.NaN }
  const ratio = last / first
  return [
    {
      what: 'A chart of one series at 1000 px, against the plain read of its rows',
      measured: `${ratio.toFixed(2)}× (${last.toFixed(1)} / ${first.toFixed(1)} ms)`,
      goal: `≤ ${CHART_GOAL.ratio}× and ≤ ${CHART_GOAL.ms} ms`,
      met: ratio <= CHART_GOAL.ratio && last <= CHART_GOAL.ms,
    },
    {
      what: `${deviceIds.length} devices over each other`,
      measured: `${many.toFixed(0)} ms`,
      goal: `≤ ${TOGETHER_GOAL} ms`,
      met: many <= TOGETHER_GOAL,
    },
    {
      what: `On disk, of ${(points / 1e6).toFixed(2)} million points with all that their rows have`,
      measured: `${(bytes / points).toFixed(2)} bytes a point`,
      goal: `≤ ${BYTES_GOAL}`,
      met: bytes / points <= BYTES_GOAL,
    },
  ]
}
