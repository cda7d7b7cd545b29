import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { ApiClient } from './apiClient'
import { claimDevices, TOKEN } from './claim'
import { quantile } from './compare'
import type { Line } from './lines'
import type { Setup } from './setup'

/** Devices that send at once, rules about each of them, and rounds, of which the first makes the histories. */
const AT_ONCE = { devices: 3000, rules: 10, rounds: 3 }
/** Uplinks a second, and for how many seconds they come. */
const STREAM = { rate: 200, seconds: 30, devices: 2000 }
/** Devices with messages of before there were histories. */
const PAST = 1000
/** Milliseconds in which all must be done. */
const PATIENCE = 300_000
const GOALS = { devices: 300, delay: 15, past: 25 }

/** Rules of which a tenth of the values opens one. */
const RULES = `
  insert into alert_rule (space_id, id, name, condition, scope, notify, judged_from)
  select $1, uuidv7(), 'rule ' || i,
    jsonb_build_object('kind', 'above', 'path', 'level', 'limit', 89 + i, 'end', null, 'readings', 1, 'seconds', 0),
    '{"kind": "all"}', '{"roles": [], "user_ids": [], "connector_ids": []}', now()
  from generate_series(1, $2::int) i`

/** All of so many devices have sent a value. Times are those of the server, which has no smaller parts of a second. */
const SEND = `
  with stored as (
    insert into message (space_id, created_at, id, device_id, type, direction, body)
    select $1, date_trunc('milliseconds', now()), uuidv7(), id, 'data', 'up', json_build_object('level', floor(100 * random()))::text
    from (select id from device where space_id = $1 order by id limit $2) d
    returning device_id
  )
  update device_contact c set history_from = date_trunc('milliseconds', now()) from stored where c.space_id = $1 and c.device_id = stored.device_id`

const LOOK_BACK = `
  update device_contact c set history_before = now()
  from (select id from device where space_id = $1 order by id desc limit $2) d where c.space_id = $1 and c.device_id = d.id`

/** Seconds from each value until it was judged, of alerts that opened since a time. */
const DELAYS = `
  select extract(epoch from uuid_extract_timestamp(id) - opened_at)::float8 as delay from alert_episode
  where space_id = $1 and opened_at > $2`

async function untilNone(client: Client, column: 'history_from' | 'history_before'): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select from device_contact where ${column} is not null) as left`,
    )
    if (!rows[0]?.left) return (performance.now() - began) / 1000
    if (performance.now() - began > PATIENCE) throw new Error(`${column} is not done`)
    await wait(50)
  }
}

/** Devices that send one by one, so many a second. */
async function stream({ base, spaceId }: Setup, client: Client): Promise<number> {
  const serialNumbers = await claimDevices(client, spaceId, STREAM.devices)
  const api = new ApiClient(base)
  const sending: Promise<string>[] = []
  const began = performance.now()
  for (let i = 0; i < STREAM.rate * STREAM.seconds; i++) {
    const serial_number = serialNumbers[i % STREAM.devices]
    const uplink = { serial_number, token: TOKEN, type: 'data', body: { level: (i * 7919) % 100 } }
    sending.push(api.post('/devices/uplink', JSON.stringify(uplink)))
    await wait(began + (1000 * (i + 1)) / STREAM.rate - performance.now())
  }
  await Promise.all(sending)
  api.close()
  return sending.length / ((performance.now() - began) / 1000)
}

/** How fast the worker adds values to their histories, and judges them. */
export async function benchJudging(setup: Setup, client: Client): Promise<Line[]> {
  const { spaceId } = setup
  await client.query(RULES, [spaceId, AT_ONCE.rules])
  let took = Infinity
  for (let round = 0; round < AT_ONCE.rounds; round++) {
    await client.query(SEND, [spaceId, AT_ONCE.devices])
    const seconds = await untilNone(client, 'history_from')
    if (round > 0) took = Math.min(took, seconds)
  }
  const rate = AT_ONCE.devices / took
  const { rows: clock } = await client.query<{ now: Date }>('select now() as now')
  const came = await stream(setup, client)
  await untilNone(client, 'history_from')
  const { rows } = await client.query<{ delay: number }>(DELAYS, [spaceId, clock[0]?.now])
  const delay = quantile(
    rows.map((row) => row.delay),
    0.99,
  )
  await client.query(LOOK_BACK, [spaceId, PAST])
  const past = PAST / (await untilNone(client, 'history_before'))
  return [
    {
      what: `Values of ${AT_ONCE.devices} devices that send at once, with ${AT_ONCE.rules} rules each`,
      measured: `${rate.toFixed(0)} devices a second`,
      goal: `≥ ${GOALS.devices}`,
      met: rate >= GOALS.devices,
    },
    {
      what: `Delay of an alert at ${came.toFixed(0)} uplinks a second, ${rows.length} alerts, p99`,
      measured: `${delay.toFixed(1)} s`,
      goal: `< ${GOALS.delay} s`,
      met: delay < GOALS.delay,
    },
    {
      what: 'Histories of older messages while nothing else waits',
      measured: `${past.toFixed(0)} devices a second`,
      goal: `≥ ${GOALS.past}`,
      met: past >= GOALS.past,
    },
  ]
}
