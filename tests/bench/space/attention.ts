import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { MUTES_MAX, RULES_MAX } from '#contract/alerts'
import { deviceStateSchema } from '#contract/devices'
import { overviewApi } from '#contract/overview'
import { compare, quantile } from '../../harness/figures'
import { type Row, row, valueRow } from '../../harness/rows'
import { uplinkOf } from '../../support/uplink'
import { claimDevices } from './fill'
import type { FullSpace } from './setup'

/** Messages of the space; `BENCH_MESSAGES=100000` for a quick look. */
export const ATTENTION_MESSAGES = Number(process.env.BENCH_MESSAGES ?? 10_000_000)

/** Milliseconds in which background work of the server must be done. */
const PATIENCE = 600_000
/**
 * Most milliseconds of a call, and most times the plain counts: in the usual case, and with as many alerts as possible.
 */
const GOALS = { usual: { milliseconds: 300, ratio: 3 }, alerts: { milliseconds: 500, ratio: 10 } }

/** Problems of each kind other than late or silent devices. */
const TROUBLES = [
  `insert into firmware_job (space_id, device_id, id, firmware_id, target, state, reason, scheduled_at, updated_at)
   select $1, id, uuidv7(), 'sense-2', 'app', case when i % 2 = 0 then 'failed' else 'downloading' end, 'no room', now(), now()
   from (select id, row_number() over (order by id) as i from device where space_id = $1) d where i <= 400`,
  `insert into message (space_id, created_at, id, device_id, type, direction, down_state, down_attempt, body)
   select $1, now() - interval '10 days', uuidv7(), id, 'shell', 'down', 'pending', 0, '["info show"]'
   from (select id, row_number() over (order by id) as i from device where space_id = $1) d where i <= 1000`,
  `insert into device_session (space_id, device_id, session_id, up)
   select $1, id, extract(epoch from now())::bigint - n * 600, '{}'
   from (select id, row_number() over (order by id) as i from device where space_id = $1) d, generate_series(1, 10) n where i <= 300`,
  `update device_contact c set session_id = s.last
   from (select device_id, max(session_id) as last from device_session where space_id = $1 group by device_id) s
   where c.space_id = $1 and c.device_id = s.device_id`,
]

/** As many active mutes as a space can have, each of a hundred devices. */
const MUTES = `
  insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, created_by)
  select $1, uuidv7(), 'planned work ' || part, jsonb_build_object('kind', 'devices', 'device_ids', jsonb_agg(id)), '[]',
    now(), now() + interval '1 day', 'bench@example.com'
  from (select id, (row_number() over (order by id) - 1) / 100 as part from device where space_id = $1) d
  where part < ${MUTES_MAX} group by part`

/** Devices of each open alert. */
const ALERT_DEVICES = 300

/** As many rules as a space can have, each inactive and with an open alert; the mutes apply to half of them. */
const ALERTS = [
  `insert into alert_rule (space_id, id, name, condition, scope, notify, judged_from)
   select $1, uuidv7(), 'bench ' || i, '{"kind":"above","path":"level","limit":1,"end":null,"readings":1,"seconds":0}', '{"kind":"all"}',
     '{"roles":[],"user_ids":[],"connector_ids":[]}', '2999-01-01' from generate_series(1, ${RULES_MAX}) i`,
  `insert into alert (space_id, id, rule_id, rule_name, condition, notify, since, opened_at, grew_at)
   select $1, uuidv7(), id, name, condition, notify, now(), now(), now() from alert_rule where space_id = $1`,
  `insert into alert_episode (space_id, alert_id, id, rule_id, device_id, path, since, opened_at, worst)
   select $1, a.id, uuidv7(), a.rule_id, d.id, 'level', now(), now(), random()
   from alert a, (select id from device where space_id = $1 order by id limit ${ALERT_DEVICES}) d where a.space_id = $1`,
  `update mute set rule_ids = (select jsonb_agg(id) from (select id from alert_rule where space_id = $1 order by id limit ${RULES_MAX / 2}) r)
   where space_id = $1`,
]

/** Seconds until a condition of the database holds. */
async function secondsUntil(client: Client, condition: string): Promise<number> {
  const began = performance.now()
  for (const end = began + PATIENCE; performance.now() < end; await wait(50)) {
    const { rows } = await client.query<{ done: boolean }>(`select ${condition} as done`)
    if (rows[0]?.done) return (performance.now() - began) / 1000
  }
  throw new Error(`It never came that ${condition}.`)
}

/** Measures the overview and the attention list of a large space, and how fast rules evaluate values. */
export async function benchAttention(full: FullSpace): Promise<Row[]> {
  const { spaceId, client, api, at } = full
  const fill = async (statements: readonly string[], tables: string) => {
    for (const statement of statements) await client.query(statement, [spaceId])
    await client.query(`vacuum (analyze) ${tables}`)
  }
  /** Compares a call with those that count the devices in each state, all four at once. */
  const readRow = async (what: string, path: string, query: object, goal = GOALS.usual): Promise<Row> => {
    const states = deviceStateSchema.options
    const count = () => Promise.all(states.map((state) => api.get(`${at}/devices/count`, { state })))
    const [took, base] = await compare(() => api.get(at + path, query), count)
    const measured = `${took.toFixed(1)} ms, ${(took / base).toFixed(2)}× of ${base.toFixed(1)} ms`
    const isMet = took < goal.milliseconds && took / base <= goal.ratio
    return row(what, measured, `< ${goal.milliseconds} ms and ≤ ${goal.ratio}×`, isMet)
  }
  await fill(TROUBLES, 'firmware_job, device_session, device_contact')
  const isCounted = `exists (select from routine where name = 'message_hour' and until > now() - interval '2 hours')`
  const counted = await secondsUntil(client, isCounted)
  const rows: Row[] = []
  for (const hours of overviewApi.read.query.shape.hours.unwrap().options) {
    const what = `Overview with ${hours} hours against the plain counts of devices in each state`
    rows.push(await readRow(what, '/overview', { hours }))
  }
  await fill([MUTES], 'mute')
  const muted = `The same with ${MUTES_MAX} mutes at work, of all devices together`
  rows.push(await readRow(muted, '/overview', { hours: 24 }))
  rows.push(await readRow('A page of 100 lines that need attention', '/attention', { limit: 100 }))
  await fill(ALERTS, 'alert_rule, alert, alert_episode, mute')
  const of = `${RULES_MAX} open alerts of ${ALERT_DEVICES} devices, and ${MUTES_MAX} mutes for some of their rules`
  for (const path of ['/alerts', '/overview', '/attention']) {
    const query = path === '/overview' ? {} : { limit: 100 }
    rows.push(await readRow(`${path} with ${of}`, path, query, GOALS.alerts))
  }
  const week = valueRow('Counting the messages of a week by hour, once', counted, { unit: 's' })
  return [...rows, week, ...(await evaluationRows(full))]
}

/** Devices that send at once, rules for each of them, and rounds; the first round creates the histories. */
const AT_ONCE = { devices: 3000, rules: 10, rounds: 3 }
/** Uplinks a second, their duration in seconds, and the devices that send them. */
const STREAM = { rate: 200, seconds: 30, devices: 2000 }
/** Devices a second, and seconds from a value to its evaluation. */
const JUDGING_GOALS = { devices: 300, delay: 15 }

/** Rules for which a tenth of the values opens an alert. */
const JUDGED_RULES = `
  insert into alert_rule (space_id, id, name, condition, scope, notify, judged_from)
  select $1, uuidv7(), 'rule ' || i,
    jsonb_build_object('kind', 'above', 'path', 'level', 'limit', 89 + i, 'end', null, 'readings', 1, 'seconds', 0),
    '{"kind": "all"}', '{"roles": [], "user_ids": [], "connector_ids": []}', now()
  from generate_series(1, $2::int) i`

/** Each of so many devices sends a value. Times are rounded to milliseconds, as the server does. */
const SEND = `
  with stored as (
    insert into message (space_id, created_at, id, device_id, type, direction, body)
    select $1, date_trunc('milliseconds', now()), uuidv7(), id, 'data', 'up', json_build_object('level', floor(100 * random()))::text
    from (select id from device where space_id = $1 order by id limit $2) d
    returning device_id
  )
  update device_contact c set history_from = date_trunc('milliseconds', now()) from stored where c.space_id = $1 and c.device_id = stored.device_id`

/** Seconds from a value to its evaluation, for alerts opened since a time. */
const DELAYS = `
  select extract(epoch from uuid_extract_timestamp(id) - opened_at)::float8 as delay from alert_episode
  where space_id = $1 and opened_at > $2`

const NONE_LEFT = (column: string) => `not exists (select from device_contact where ${column} is not null)`

/** Measures how fast the worker adds values to their histories and evaluates them. */
async function evaluationRows({ client, spaceId, api }: FullSpace): Promise<Row[]> {
  await client.query(JUDGED_RULES, [spaceId, AT_ONCE.rules])
  const took: number[] = []
  for (let round = 0; round < AT_ONCE.rounds; round++) {
    await client.query(SEND, [spaceId, AT_ONCE.devices])
    took.push(await secondsUntil(client, NONE_LEFT('history_from')))
  }
  const { rows: clock } = await client.query<{ now: Date }>('select now() as now')

  const proofs = await claimDevices(client, spaceId, STREAM.devices)
  const sending: Promise<string>[] = []
  const began = performance.now()
  for (let i = 0; i < STREAM.rate * STREAM.seconds; i++) {
    const proof = proofs[i % STREAM.devices] ?? { serial_number: '', token: '' }
    sending.push(api.post('/devices/uplink', uplinkOf(proof, { body: { level: (i * 7919) % 100 } })))
    await wait(began + (1000 * (i + 1)) / STREAM.rate - performance.now())
  }
  await Promise.all(sending)
  const came = (1000 * sending.length) / (performance.now() - began)
  await secondsUntil(client, NONE_LEFT('history_from'))
  const { rows } = await client.query<{ delay: number }>(DELAYS, [spaceId, clock[0]?.now])
  const delays = rows.map(({ delay }) => delay)

  const [, ...later] = took
  const { devices, delay } = JUDGING_GOALS
  const unit = 'devices a second'
  return [
    valueRow(
      `Values of ${AT_ONCE.devices} devices that send at once, with ${AT_ONCE.rules} rules each`,
      AT_ONCE.devices / Math.min(...later),
      { unit, digits: 0, atLeast: devices },
    ),
    valueRow(
      `Delay of an alert at ${came.toFixed(0)} uplinks a second, ${rows.length} alerts, p99`,
      quantile(delays, 0.99),
      { unit: 's', atMost: delay },
    ),
  ]
}
