import { inflateRawSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { healthOf } from '#contract/connectors'
import { deviceEntity } from '#contract/devices'
import { FIRMWARE_STATES } from '#contract/firmware'
import { TAG_COLORS } from '#contract/tags'
import { A_PERSON } from '../../tests/support/callers'
import { createDatabase } from '../../tests/support/database'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { readStatistics } from '../services/connectors/statistics'
import type { DemoDeps } from './deps'
import { fillDemo, isDemo } from './fill'

const NOW = new Date('2026-05-12T09:30:00.000Z')
const lines: string[] = []
let pool: Pool
let deps: DemoDeps
let failure: unknown
let leftBehind: unknown[]
let filled: boolean[]
let wasDemo: boolean

const rows = async (query: string) => (await pool.query<Record<string, unknown>>(query)).rows

const progress = (line: string) => lines.push(line)
const cutShort = () => {
  throw new Error('cut short')
}

/** A first fill is killed halfway; then two copies of the server start together. Every test checks the result. */
beforeAll(async () => {
  pool = new Pool({ connectionString: await createDatabase() })
  const settings = { console: { productName: 'Acme', productPrefix: 'rover' } }
  const db = drizzle(pool)
  deps = { db, now: () => NOW, settings }
  failure = await fillDemo(deps, cutShort).catch((error: unknown) => error)
  leftBehind = await rows(
    'select from app_user union all select from device union all select from message limit 1',
  )
  wasDemo = await isDemo(deps)
  filled = await Promise.all([fillDemo(deps, progress), fillDemo(deps, progress)])
}, 60_000)

afterAll(() => pool.end())

test('an interrupted fill leaves nothing behind', () => {
  expect(failure).toEqual(new Error('cut short'))
  expect(leftBehind).toEqual([])
})

test('a database is a demo once it is filled', async () => {
  expect(wasDemo).toBe(false)
  expect(await isDemo(deps)).toBe(true)
})

test('copies that start together fill once', () => {
  expect(filled.filter(Boolean)).toHaveLength(1)
})

test('an empty database is filled with three spaces, sixty devices and ten days of messages', async () => {
  expect(await rows('select name, type from space order by id')).toEqual(
    ['orchard-north', 'city-water', 'cold-chain'].map((name) => ({ name, type: 'team' })),
  )
  expect(
    await rows('select count(*)::int, count(distinct serial_number)::int as serials from device'),
  ).toEqual([{ count: 60, serials: 60 }])
  const [span] = await rows(`
    select count(*)::int, max(created_at) as newest, min(created_at) as oldest,
      count(distinct date_trunc('day', created_at))::int as days,
      count(*) filter (where down_state_at > '${NOW.toISOString()}')::int as future
    from message`)
  expect(span).toMatchObject({ days: 11, future: 0 })
  expect(Number(span?.count)).toBeGreaterThan(24_000)
  expect(span?.newest).toSatisfy(
    (newest: Date) => newest <= NOW && newest >= new Date(NOW.getTime() - 300_000),
  )
  expect(span?.oldest).toSatisfy((oldest: Date) => oldest >= new Date(NOW.getTime() - 10 * DAY))
  expect(lines.at(-1)).toBe('Filling the demo: 60 of 60 devices')
})

test('the accounts have the roles that are printed', async () => {
  expect(await rows('select email, system_role from app_user order by id, email')).toEqual(
    expect.arrayContaining(
      DEMO_ACCOUNTS.map(({ email, systemRole }) => ({ email, system_role: systemRole })),
    ),
  )
  const roles = await rows(`
    select name, role, invited from space_user
    join app_user u on u.id = user_id join space s on s.id = space_id
    where email = 'viewer@example.com' order by name`)
  expect(roles).toEqual([
    { name: 'city-water', role: 'user', invited: false },
    { name: 'cold-chain', role: 'user', invited: true },
    { name: 'orchard-north', role: 'user', invited: false },
  ])
  expect(
    await rows(`
      select count(*)::int from space_user join app_user u on u.id = user_id
      where email = 'demo@example.com' and role = 'admin'`),
  ).toEqual([{ count: 3 }])
})

test('most devices are on time, some are silent for days, a few were never switched on', async () => {
  const [health] = await rows(`
    select count(*) filter (where last_seen > '${NOW.toISOString()}'::timestamptz - interval '1 hour')::int as well,
      count(*) filter (where last_seen < '${NOW.toISOString()}'::timestamptz - interval '1 day')::int as silent,
      count(*) filter (where last_seen is null and session_id = 0)::int as unused
    from device_contact`)
  expect(health).toMatchObject({ unused: 3 })
  expect(Number(health?.well)).toBeGreaterThan(45)
  expect(Number(health?.silent)).toBeGreaterThanOrEqual(4)
})

test('the fields of a device agree with its messages and sessions', async () => {
  const wrong = await rows(`
    select name from device d join device_contact c on c.space_id = d.space_id and c.device_id = d.id
    where last_seen is distinct from
        (select max(created_at) from message m where device_id = d.id and direction = 'up')
      or session_id <> coalesce((select max(session_id) from device_session where device_id = d.id), 0)
      or not exists (select from device_credential c where c.device_id = d.id and c.serial_number = d.serial_number)
      or not exists (select from simulated_device s where s.device_id = d.id)`)
  expect(wrong).toEqual([])
  const unanswered = await rows(`
    select id from message d where type = 'shell' and down_state = 'sent' and not exists (
      select from message u where u.device_id = d.device_id and u.type = 'shell' and u.direction = 'up'
        and u.body::json ->> 'down_message_id' = d.id::text)`)
  expect(unanswered).toEqual([])
})

test('firmware jobs are in every state, and the finished ones have their whole timeline', async () => {
  const states = await rows('select distinct state from firmware_job')
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(FIRMWARE_STATES))
  const wrong = await rows(`
    select id from firmware_job j
    where (state = 'succeeded' and not (scheduled_at < download_started_at and download_started_at < swap_started_at
        and swap_started_at < updated_at and bytes_downloaded = firmware_size))
      or (state = 'failed') <> (reason is not null)
      or not exists (select from message m
        where m.space_id = j.space_id and m.created_at = j.scheduled_at and m.id = j.id and m.type = 'firmware')`)
  expect(wrong).toEqual([])
  const [swapped] = await rows(`
    select count(*)::int from firmware_job j join device_session s using (space_id, device_id)
    where j.state = 'succeeded' and s.up ->> 'app_fw_version' = j.firmware_version`)
  expect(swapped?.count).toBeGreaterThan(0)
})

test('downlinks are pending, sent and cancelled, with matching events', async () => {
  const states = await rows(
    `select distinct type, down_state from message where direction = 'down' and type in ('config', 'shell')`,
  )
  expect(states).toHaveLength(6)
  const wrong = await rows(`
    select id from message m where direction = 'down' and down_state::text is distinct from (
      select case when e.type in ('downlink.sent', 'downlink.confirmed', 'downlink.refused') then 'sent'
        when e.type = 'downlink.scheduled' then 'pending' else 'cancelled' end
      from message_event e where e.space_id = m.space_id and e.message_id = m.id
      order by e.created_at desc, e.id desc limit 1)`)
  expect(wrong).toEqual([])
})

test('of downlinks some are confirmed, refused, expired, replaced and wait, and some of their devices never confirm', async () => {
  const found = await rows(`
    select distinct coalesce(down_outcome, case when down_awaits then 'awaits' else down_state end) as what, c.confirms
    from message m join device_contact c using (space_id, device_id) where direction = 'down'`)
  const [confirming, others] = [true, false].map((confirms) =>
    found.flatMap((row) => (row.confirms === confirms ? String(row.what) : [])),
  )
  expect(new Set(confirming)).toEqual(
    new Set(['confirmed', 'refused', 'expired', 'replaced', 'cancelled', 'awaits', 'pending']),
  )
  expect(others).toContain('sent')
})

test('devices have reported their configuration, and some have what is wished, one waits and one differs', async () => {
  const [reported] = await rows(
    `select count(*)::int from device_configuration where reported <> '{}' and reported_at is not null`,
  )
  expect(reported?.count).toBeGreaterThan(50)
  const states = await rows(
    `select state, count(*)::int from device_configuration where state <> 'none' group by state order by state`,
  )
  expect(states).toEqual([
    { state: 'as_wished', count: 4 },
    { state: 'differs', count: 1 },
    { state: 'waiting', count: 1 },
  ])
  const [ordered] = await rows(`
    select count(*)::int from device_configuration c
      join message m on m.space_id = c.space_id and m.created_at = c.order_at and m.id = c.order_id
    where c.state in ('waiting', 'differs') and m.type = 'config' and m.direction = 'down'`)
  expect(ordered?.count).toBe(2)
  expect(await rows('select from config_template')).toHaveLength(2)
})

test('some responses of devices are errors', async () => {
  const [errors] = await rows(`
    select count(*) filter (where type = 'data' and body::json -> 'error' is not null)::int as data,
      count(*) filter (where type = 'shell' and body like '%"result":-%')::int as shell
    from message where direction = 'up' and type in ('data', 'shell')`)
  expect(errors?.data).toBeGreaterThan(0)
  expect(errors?.shell).toBeGreaterThan(0)
})

test('some messages have the transmitted payload, after messages about their codec', async () => {
  const compressed = await rows('select body, raw, codec_hash from message where raw is not null')
  expect(compressed.length).toBeGreaterThan(0)
  for (const { body, raw } of compressed)
    expect(inflateRawSync(Buffer.from(String(raw), 'base64')).toString()).toBe(body)
  const words = await rows("select body from message where type = 'decoder'")
  expect(words).toHaveLength(3)
  for (const { body } of words) expect(body).toContain(compressed[0]?.codec_hash)
})

test('names, labels and colours are valid', async () => {
  const tags = await rows('select name, color from tag')
  expect(tags).toHaveLength(11)
  for (const { color } of tags) expect(TAG_COLORS).toContain(color)
  const devices = await rows('select id, name, serial_number, label, comment, created_at::text from device')
  for (const { created_at: _, ...device } of devices) {
    expect(deviceEntity.schema.omit({ created_at: true }).safeParse(device).error).toBeUndefined()
  }
})

const health = async (name: string) => {
  const [connector] = await rows(`
    select c.space_id, c.id from connector c join space s on s.id = c.space_id
    where s.name = 'orchard-north' and c.name = '${name}'`)
  const one = { spaceId: String(connector?.space_id), connectorId: String(connector?.id) }
  const { summaries } = await readStatistics(deps, A_PERSON, one)
  return summaries.map(healthOf)
}

test('the first space in the list has something in every section', async () => {
  const [found] = await rows(`
    select (select count(*)::int from connector where space_id = s.id) as connectors,
      (select count(*)::int from access_key where space_id = s.id) as keys,
      (select count(*)::int from variable where space_id = s.id) as variables,
      (select count(*)::int from tag where space_id = s.id) as tags,
      (select count(*)::int from space_user where space_id = s.id) as users,
      (select count(*)::int from alert_rule where space_id = s.id) as rules,
      (select count(*)::int from mute where space_id = s.id and starts_at < '${NOW.toISOString()}'
        and ends_at > '${NOW.toISOString()}') as mutes,
      (select count(*)::int from delivery d where space_id = s.id and state = 'failed' and exists (
        select from delivery_attempt a where a.delivery_id = d.id and response_body like '%locked by an import')) as failures
    from space s order by name limit 1`)
  expect(Object.entries(found ?? {}).filter(([, count]) => !count)).toEqual([])
})

test('every space has connectors, a key, a variable, rules and pinned values', async () => {
  const bare = await rows(`
    select name from space s
    where not exists (select from connector where space_id = s.id and enabled)
      or not exists (select from access_key where space_id = s.id)
      or not exists (select from variable where space_id = s.id)
      or not exists (select from alert_rule where space_id = s.id)
      or not exists (select from series_settings where space_id = s.id)`)
  expect(bare).toEqual([])
})

test('an open alert was acknowledged after it opened', async () => {
  const taken = await rows(`
    select s.name, acknowledged_by, n.text = a.note as is_noted, opened_at < acknowledged_at as later,
      acknowledged_at <= '${NOW.toISOString()}' as past
    from alert a join space s on s.id = a.space_id join alert_note n on n.alert_id = a.id where ended_at is null`)
  expect(taken).toEqual([
    { name: 'city-water', acknowledged_by: 'demo@example.com', is_noted: true, later: true, past: true },
  ])
})

test('firmware jobs span many days, with few in the last hour', async () => {
  const [spread] = await rows(`
    select count(distinct date_trunc('day', m.created_at))::int as days,
      count(*) filter (where m.created_at > '${NOW.toISOString()}'::timestamptz - interval '1 hour')::int as latest
    from message m join space s on s.id = m.space_id where m.type = 'firmware' and s.name = 'city-water'`)
  expect(spread?.days).toBeGreaterThan(3)
  expect(spread?.latest).toBeLessThan(30)
})

test('variables have keys of meters, of devices and of a whole space, and one is locked', async () => {
  const variables = await rows(`
    select v.name, v.value, v.environment, v.locked, d.name as device, s.name as space
    from variable v join space s on s.id = v.space_id
      left join device d on d.space_id = v.space_id and d.id = v.device_id
    where s.name = 'city-water'`)
  const keys = variables.filter(({ environment }) => environment === 'wmbus')
  expect(keys.filter(({ device }) => device !== null).length).toBeGreaterThan(8)
  for (const { name, value } of keys)
    expect([name, value]).toEqual([expect.stringMatching(/^\d{8}$/), expect.stringMatching(/^[0-9A-F]{32}$/)])
  expect(variables.filter(({ locked }) => locked)).toHaveLength(1)
  expect(variables.filter(({ device }) => device === null)).toHaveLength(2)
})

test('connectors are working, failing, selective, without tags and switched off', async () => {
  expect(
    await rows(
      'select s.name, count(*)::int from connector c join space s on s.id = c.space_id group by s.name order by s.name',
    ),
  ).toEqual([
    { name: 'city-water', count: 3 },
    { name: 'cold-chain', count: 1 },
    { name: 'orchard-north', count: 5 },
  ])
  const well = await health('frost-telemetry')
  expect(well).toHaveLength(24)
  expect(well.filter((hour) => hour === 'delivered').length).toBeGreaterThan(15)
  expect(new Set(well)).toEqual(new Set(['failed', 'retried', 'delivered']))
  const failing = await health('water-ledger')
  expect(failing.filter((hour) => hour === 'failed').length).toBeGreaterThan(8)
  expect(new Set(failing)).toEqual(new Set(['failed', 'retried', 'delivered']))
  expect(new Set(await health('scab-alerts'))).toEqual(new Set(['delivered']))
  expect(
    await rows(`select distinct state from delivery join connector c on c.id = connector_id
    where c.name = 'scab-alerts' order by state`),
  ).toEqual([{ state: 'cancelled' }, { state: 'delivered' }])
  expect(await health('downlink-audit')).toEqual([])
  expect(await health('old-archive')).toEqual([])
  expect(
    await rows(`
    select name, enabled, (select count(*)::int from connector_tag t where t.connector_id = c.id) as tags
    from connector c where not enabled or name = 'downlink-audit' order by name, tags`),
  ).toEqual([
    { name: 'downlink-audit', enabled: true, tags: 0 },
    { name: 'old-archive', enabled: false, tags: 1 },
    { name: 'old-archive', enabled: false, tags: 2 },
  ])
})

test('deliveries agree with their attempts, messages have an event for each, and pending ones are due', async () => {
  const wrong = await rows(`
    select id from delivery d
    where attempts <> (select count(*) from delivery_attempt a where a.delivery_id = d.id)
      or attempts <> (select count(*) from message_event e
        where e.message_id = d.message_id and e.message_connector_id = d.connector_id and e.type like 'webhook.%')
      or (state = 'pending') <> (due_at is not null)
      or exists (select from delivery_attempt a where a.delivery_id = d.id and a.created_at > '${NOW.toISOString()}')
      or state is distinct from (select case when success then 'delivered' when success is null then 'cancelled'
        when a.next_attempt_at is null then 'failed' else 'pending' end
        from delivery_attempt a where a.delivery_id = d.id order by attempt desc limit 1)`)
  expect(wrong).toEqual([])
})

test('a database with users is not changed', async () => {
  expect(await fillDemo(deps, progress)).toBe(false)
  expect(await rows('select count(*)::int from device')).toEqual([{ count: 60 }])
})
