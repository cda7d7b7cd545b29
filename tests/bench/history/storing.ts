import { Client } from 'pg'
import { alertRulesApi, type Condition, MUTES_MAX, RULES_MAX } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { UPLINK_BATCH_MAX } from '#contract/messages'
import { STORE } from '../../../server/services/messages/uplink/store'
import { type Points, pack } from '../../../server/services/series/store/pack'
import { unpack } from '../../../server/services/series/store/unpack'
import { startAlerts, startHistory } from '../../../server/workers/derived'
import { alternate, lowerQuartile, timeOf, upperQuartile } from '../../harness/figures'
import { Api } from '../../harness/http'
import { type Row, ratioRow, row } from '../../harness/rows'
import type { TestSpace } from '../../support/builders'
import type { TestServer } from '../../support/makeServer'
import { type Proof, uplinkOf } from '../../support/uplink'
import { contactWrites, hotRow } from '../space/contacts'
import { bodyAt, PATHS } from './fill'

/** Ways to store the points of a day: their columns, and the values of these. */
const WAYS: Record<string, { columns: string; values: (points: Points) => unknown[] }> = {
  packed: { columns: 'points bytea not null', values: (points) => [pack(points)] },
  arrays: {
    columns: 'times bigint[] not null, vals float8[] not null',
    values: ({ times, values }) => [times, values],
  },
}

/**
 * Compares our packing with plain arrays for the same days: bytes on disk after TOAST, and the time to pack and write.
 */
export async function packingRows(
  { db: { $client } }: TestServer,
  spaceId: string,
  deviceId: string | undefined,
): Promise<Row[]> {
  const { rows } = await $client.query<{ points: Buffer }>(
    'select points from series_day where space_id = $1 and device_id = $2 order by number, day',
    [spaceId, deviceId],
  )
  const days = rows.map(({ points }) => unpack(points))
  const count = days.reduce((sum, { times }) => sum + times.length, 0)
  const works = Object.entries(WAYS).map(([way, { columns, values }]) => async () => {
    const table = `bench_${way}`
    await $client.query(`drop table if exists ${table}`)
    await $client.query(`create table ${table} (id int primary key, ${columns})`)
    const client = await $client.connect()
    const took = await timeOf(async () => {
      await client.query('begin')
      for (const [id, points] of days.entries()) {
        const row = [id, ...values(points)]
        const text = `insert into ${table} values (${row.map((_, i) => `$${i + 1}`).join()})`
        await client.query({ name: `bench.${way}`, text, values: row })
      }
      await client.query('commit')
    }).finally(() => client.release())
    await $client.query(`vacuum ${table}`)
    const size = 'select pg_total_relation_size($1::regclass)::float8 as bytes'
    const { rows } = await $client.query<{ bytes: number }>(size, [table])
    return { took, bytes: rows[0]?.bytes ?? Number.NaN }
  })
  const [packed = [], arrays = []] = await alternate(works, { rounds: 3, warmUp: 0 })
  const bytes = (all: typeof packed) => (all.at(-1)?.bytes ?? Number.NaN) / count
  const time = (all: typeof packed) => (1000 * lowerQuartile(all.map(({ took }) => took))) / count
  return [
    ratioRow('Our packing on disk, against arrays of bigint and float8', [bytes(packed), bytes(arrays)], {
      unit: 'bytes a point',
      digits: 2,
      atMost: 0.5,
    }),
    ratioRow('Packing and writing, against the arrays', [time(packed), time(arrays)], {
      unit: 'µs a point',
      digits: 2,
      atMost: 1,
    }),
  ]
}

const WRITES = { devices: 10, rounds: 100 }
/** Most bytes that the mark for histories may add. */
const MARK_GOAL = 32
/** The part of an uplink that marks its device for its history. */
const MARK = /,\s*history_from = case .* end/

/** Measures what an uplink writes of its device's contact, with the mark for histories and without it. */
export async function markingRows(databaseUrl: string, spaceId: string): Promise<Row[]> {
  const bare = STORE.text.replace(MARK, '')
  if (bare === STORE.text) throw new Error('An uplink marks no device for its history.')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const lacking = await contactWrites(client, spaceId, WRITES, bare)
    const having = await contactWrites(client, spaceId, WRITES)
    const hot = [having, lacking].map(({ hot }) => `${(hot * 100).toFixed(1)} %`).join(' and ')
    return [
      row(
        'Write-ahead log of a contact, with the mark for histories and without',
        `${having.bytes} and ${lacking.bytes} bytes`,
        `≤ ${MARK_GOAL} bytes more`,
        having.bytes - lacking.bytes <= MARK_GOAL,
      ),
      hotRow(
        'Contacts that touch no index (HOT updates), with the mark and without',
        having,
        `${hot} of ${lacking.all}`,
      ),
    ]
  } finally {
    await client.end()
  }
}

const GOALS = { histories: 0.8, rules: 0.9 }

interface Ingest {
  /** Credentials of devices. */
  proofs: readonly Proof[]
  rounds: number
  milliseconds: number
}

/** Measures how many messages a second are stored from batches, alternately with something and without it. */
async function ingestRow(
  what: string,
  server: TestServer,
  { proofs, rounds, milliseconds }: Ingest,
  atLeast: number,
  begin: (isWith: boolean) => Promise<readonly { stop: () => Promise<void> }[]>,
): Promise<Row> {
  const api = new Api(await server.listen())
  const works = [true, false].map((isWith) => async () => {
    const workers = await begin(isWith)
    const began = performance.now()
    let stored = 0
    while (performance.now() - began < milliseconds) {
      const uplinks = Array.from({ length: UPLINK_BATCH_MAX }, (_, i) => {
        const proof = proofs[(stored + i) % proofs.length] ?? { serial_number: '', token: '' }
        return uplinkOf(proof, { body: JSON.parse(bodyAt(Date.now(), i)) })
      })
      await api.post('/devices/uplinks', { uplinks })
      stored += uplinks.length
    }
    const rate = (stored * 1000) / (performance.now() - began)
    await Promise.all(workers.map(async (worker) => worker.stop()))
    return rate
  })
  const [having = 0, lacking = 0] = (await alternate(works, { rounds })).map(upperQuartile)
  api.close()
  return ratioRow(what, [having, lacking], { unit: 'a second', digits: 0, atLeast })
}

/** Rules for all devices: most check values, some of which are often beyond the limit; some check for silence. */
function conditionOf(n: number): Condition {
  const path = PATHS[n % PATHS.length] ?? ''
  if (n % 5 === 0) return { kind: 'silent', seconds: 60 * (n + 1) }
  if (n % 5 === 1) return { kind: 'jump', path, by: 20 + n }
  const limit = n % 5 === 2 ? 20 + (n % 20) : 1000
  return { kind: 'above', path, limit, end: null, readings: 1, seconds: 0 }
}

/**
 * Measures messages stored with and without the worker that derives histories; then with as many rules and mutes as a
 * space can have, and with none in effect.
 */
export async function ingestingRows(
  server: TestServer,
  { id: spaceId, owner: { token } }: TestSpace,
  { deviceIds, ...ingest }: Ingest & { deviceIds: readonly string[] },
): Promise<Row[]> {
  const { deps, db } = server
  const histories = await ingestRow(
    `Messages of 20 values in batches, with histories against without (${ingest.rounds} rounds)`,
    server,
    ingest,
    GOALS.histories,
    async (isWith) => (isWith ? [startHistory(deps)] : []),
  )
  const create = async (path: string, body: object): Promise<unknown> => {
    const answer = await server.call('POST', `/spaces/${spaceId}${path}`, { token, body })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const ruleIds: string[] = []
  for (let n = 0; n < RULES_MAX; n++) {
    const body = { name: `rule ${n}`, enabled: false, condition: conditionOf(n) }
    ruleIds.push(alertRulesApi.create.answer.parse(await create('/alert-rules', body)).id)
  }
  const ends_at = new Date(Date.now() + HOUR).toISOString()
  for (let n = 0; n < MUTES_MAX; n++) {
    const scope = { kind: 'devices', device_ids: deviceIds.filter((_, i) => i % 2 === n % 2) }
    await create('/mutes', { name: `mute ${n}`, scope, rule_ids: ruleIds.slice(n, n + 1), ends_at })
  }
  const rules = await ingestRow(
    `The same with histories, ${RULES_MAX} alert rules and ${MUTES_MAX} mutes, against histories alone`,
    server,
    ingest,
    GOALS.rules,
    async (isWith) => {
      await db.$client.query('update alert_rule set enabled = $2 where space_id = $1', [spaceId, isWith])
      return [startHistory(deps), startAlerts(deps)]
    },
  )
  return [histories, rules]
}
