import type { OneDevice } from '../../../server/services/devices/lockDevice'
import { type Points, pack, unpack } from '../../../server/services/series/pack'
import type { TestServer } from '../../support/makeServer'
import { lowerQuartile } from '../api/compare'
import type { Line } from '../api/lines'

const ROUNDS = 3

/** Ways to keep the points of a day: their columns, and what is written into them. */
const WAYS = {
  packed: { columns: 'points bytea not null', values: (points: Points): unknown[] => [pack(points)] },
  arrays: {
    columns: 'times bigint[] not null, vals float8[] not null',
    values: ({ times, values }: Points): unknown[] => [times, values],
  },
}

/** Our packing against plain arrays, for the same days: bytes on disk after TOAST, and the time to pack and write. */
export async function benchPacking(
  { db: { $client } }: Pick<TestServer, 'db'>,
  { spaceId, deviceId }: OneDevice,
): Promise<Line[]> {
  const { rows } = await $client.query<{ points: Buffer }>(
    'select points from series_day where space_id = $1 and device_id = $2 order by number, day',
    [spaceId, deviceId],
  )
  const days = rows.map(({ points }) => unpack(points))
  const count = days.reduce((sum, { times }) => sum + times.length, 0)
  const bytes = { packed: Number.NaN, arrays: Number.NaN }
  const times: Record<keyof typeof WAYS, number[]> = { packed: [], arrays: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ['packed', 'arrays'] as const) {
      const { columns, values } = WAYS[way]
      const table = `bench_${way}`
      await $client.query(`drop table if exists ${table}`)
      await $client.query(`create table ${table} (id int primary key, ${columns})`)
      const client = await $client.connect()
      const began = performance.now()
      try {
        await client.query('begin')
        for (const [id, points] of days.entries()) {
          const row = [id, ...values(points)]
          const text = `insert into ${table} values (${row.map((_, i) => `$${i + 1}`).join()})`
          await client.query({ name: `bench.${way}`, text, values: row })
        }
        await client.query('commit')
      } finally {
        client.release()
      }
      times[way].push(performance.now() - began)
      await $client.query(`vacuum ${table}`)
      const size = await $client.query<{ bytes: number }>(
        'select pg_total_relation_size($1::regclass)::float8 as bytes',
        [table],
      )
      bytes[way] = size.rows[0]?.bytes ?? Number.NaN
    }
  const [ours, plain] = [bytes.packed / count, bytes.arrays / count]
  const [writes, plainWrites] = [lowerQuartile(times.packed), lowerQuartile(times.arrays)]
  return [
    {
      what: 'Our packing on disk, against arrays of bigint and float8',
      measured: `${(ours / plain).toFixed(2)}× (${ours.toFixed(2)} / ${plain.toFixed(2)} bytes a point)`,
      goal: '≤ 0.5×',
      met: ours <= plain / 2,
    },
    {
      what: 'Packing and writing, against the arrays',
      measured: `${(writes / plainWrites).toFixed(2)}× (${((1000 * writes) / count).toFixed(2)} / ${((1000 * plainWrites) / count).toFixed(2)} µs a point)`,
      goal: '≤ 1×',
      met: writes <= plainWrites,
    },
  ]
}
