import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { MUTES_MAX, RULES_MAX } from '#contract/alerts'
import { deviceStateSchema } from '#contract/devices'
import { overviewApi } from '#contract/overview'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import type { Line } from './lines'
import type { Setup } from './setup'

/** How many messages the space has; `BENCH_MESSAGES=100000` for a quick look. */
export const ATTENTION_MESSAGES = Number(process.env.BENCH_MESSAGES ?? 10_000_000)

const GOAL = { milliseconds: 300, ratio: 3 }
const HOURS_TIMEOUT_MS = 600_000

/** Troubles of each kind beside the devices that are late or silent. */
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

/** As many mutes at work as a space can have, each of a hundred devices. */
const MUTES = `
  insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, created_by)
  select $1, uuidv7(), 'planned work ' || part, jsonb_build_object('kind', 'devices', 'device_ids', jsonb_agg(id)), '[]',
    now(), now() + interval '1 day', 'bench@example.com'
  from (select id, (row_number() over (order by id) - 1) / 100 as part from device where space_id = $1) d
  where part < ${MUTES_MAX} group by part`

/** How many devices each of the open alerts has, and what reading them may take beside the plain counts. */
const ALERT_DEVICES = 300
const ALERTS_GOAL = { milliseconds: 500, ratio: 10 }

/** As many rules as a space can have, which judge nothing, each with an open alert, and the mutes only for half of the rules. */
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

/** Waits until the server has counted the messages of all hours. */
async function untilCounted(client: Client): Promise<number> {
  const began = performance.now()
  for (const end = began + HOURS_TIMEOUT_MS; performance.now() < end; await wait(200)) {
    const { rows } = await client.query<{ done: boolean }>(
      `select exists (select from routine where name = 'message_hour' and until > now() - interval '2 hours') as done`,
    )
    if (rows[0]?.done) return performance.now() - began
  }
  throw new Error('The server does not count the messages of hours.')
}

/** The overview of a large space, against the calls that count its devices in each state, all four at once. */
export async function benchAttention({ spaceId, base, token }: Setup, client: Client): Promise<Line[]> {
  const api = new ApiClient(base, token)
  for (const trouble of TROUBLES) await client.query(trouble, [spaceId])
  await client.query('vacuum (analyze) firmware_job, device_session, device_contact')
  const counted = await untilCounted(client)
  const count = () =>
    Promise.all(
      deviceStateSchema.options.map((state) => api.get(`/spaces/${spaceId}/devices/count`, { state })),
    )
  const lines: Line[] = []
  for (const hours of overviewApi.read.query.shape.hours.unwrap().options) {
    const { first, last } = await compare(count, () => api.get(`/spaces/${spaceId}/overview`, { hours }))
    lines.push({
      what: `Overview with ${hours} hours against the plain counts of devices in each state`,
      measured: `${last.toFixed(1)} ms, ${(last / first).toFixed(2)}× of ${first.toFixed(1)} ms`,
      goal: `< ${GOAL.milliseconds} ms and ≤ ${GOAL.ratio}×`,
      met: last < GOAL.milliseconds && last / first <= GOAL.ratio,
    })
  }
  await client.query(MUTES, [spaceId])
  await client.query('vacuum (analyze) mute')
  // The server may close connections that were idle meanwhile.
  api.close()
  const muted = await compare(count, () => api.get(`/spaces/${spaceId}/overview`, { hours: 24 }))
  lines.push({
    what: `The same with ${MUTES_MAX} mutes at work, of all devices together`,
    measured: `${muted.last.toFixed(1)} ms, ${(muted.last / muted.first).toFixed(2)}× of ${muted.first.toFixed(1)} ms`,
    goal: `< ${GOAL.milliseconds} ms and ≤ ${GOAL.ratio}×`,
    met: muted.last < GOAL.milliseconds && muted.last / muted.first <= GOAL.ratio,
  })
  const page = await compare(count, () => api.get(`/spaces/${spaceId}/attention`, { limit: 100 }))
  lines.push({
    what: 'A page of 100 lines that need attention',
    measured: `${page.last.toFixed(1)} ms, ${(page.last / page.first).toFixed(2)}×`,
    goal: `< ${GOAL.milliseconds} ms`,
    met: page.last < GOAL.milliseconds,
  })
  for (const alerts of ALERTS) await client.query(alerts, [spaceId])
  await client.query('vacuum (analyze) alert_rule, alert, alert_episode, mute')
  for (const [path, query] of [
    ['alerts', { limit: 100 }],
    ['overview', {}],
    ['attention', { limit: 100 }],
  ] as const) {
    api.close()
    const read = await compare(count, () => api.get(`/spaces/${spaceId}/${path}`, query))
    lines.push({
      what: `/${path} with ${RULES_MAX} open alerts of ${ALERT_DEVICES} devices, and ${MUTES_MAX} mutes for some of their rules`,
      measured: `${read.last.toFixed(1)} ms, ${(read.last / read.first).toFixed(2)}×`,
      goal: `< ${ALERTS_GOAL.milliseconds} ms and ≤ ${ALERTS_GOAL.ratio}×`,
      met: read.last < ALERTS_GOAL.milliseconds && read.last / read.first <= ALERTS_GOAL.ratio,
    })
  }
  lines.push({
    what: 'Counting the messages of a week by hour, once',
    measured: `${(counted / 1000).toFixed(1)} s`,
    goal: '',
    met: true,
  })
  api.close()
  return lines
}
