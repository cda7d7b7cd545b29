import { and, eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alertRulesApi, alertsApi, type Condition, MUTES_MAX, type Scope } from '#contract/alerts'
import { UNNAMED_PERSON } from '#contract/common'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { mute } from '../../server/db/schema'
import { evaluateValues } from '../../server/services/alerts/evaluation/values'
import { MUTES_PAST_MAX } from '../../server/services/alerts/pastMutes'
import { advanceMutes } from '../../server/services/alerts/repeatingMutes'
import { deriveDue } from '../../server/services/series/store/derive'
import { Pacing } from '../../server/services/series/store/pacing'
import { aDevice, aKey, aSpace, aTag } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { createMute } from '../support/mutes'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner
const pool = server.db.$client
const at = (path: string) => `/spaces/${space.id}${path}`

const onFailure = (_: unknown, error: unknown) => {
  throw error
}
const { signal: stopping } = new AbortController()
const fromNow = (later: number) => new Date(Date.now() + later).toISOString()
const atThat = (later: number) => () => new Date(Date.now() + later)

/** Evaluates conditions without messages as if it were so many milliseconds later. */
const evaluateLater = async (later: number) => evaluateDue(server, atThat(later))

/** Evaluates at regular times, as a server that is never down. */
async function evaluateFor(from: number, to: number, every = MINUTE) {
  for (let later = from; later <= to; later += every) await evaluateLater(later)
}

/** Sends values of a device, which are evaluated as if it were so many milliseconds later. */
async function send(device: Parameters<typeof anUplink>[1], levels: readonly number[], later = 0) {
  for (const level of levels) await anUplink(server, device, { body: { level } })
  const rest = async () => undefined
  const round = { now: atThat(later), evaluate: evaluateValues, stopping, rest, onFailure }
  while ((await deriveDue(pool, { ...round, pacing: new Pacing() })).count > 0);
}

/** Sends a value of a device with another time. */
async function sendAt(device: Parameters<typeof anUplink>[1], level: number, later: number) {
  await anUplink(server, device, { body: { list: [{ ts: Date.now() + later, level }] } })
}

async function aRule(condition: Partial<Condition> & Pick<Condition, 'kind'>, scope: Scope) {
  const answer = await server.call('POST', at('/alert-rules'), {
    token,
    body: { name: 'a rule', condition, scope },
  })
  return alertRulesApi.create.answer.parse(await answer.json())
}

async function alertsOf({ id }: { id: string }, query = '') {
  const answer = await server.call('GET', at(`/alerts?rule_id=${id}${query}`), { token })
  return alertsApi.list.answer.parse(await answer.json())
}

const only = (...devices: { id: string }[]): Scope => ({
  kind: 'devices',
  device_ids: devices.map(({ id }) => id),
})
const BEYOND = { kind: 'above', path: 'level', limit: 1 } as const

test('a device that is silent during a mute gets an alert at its end, if it still is', async () => {
  const [stays, returns, free] = [
    await aDevice(server, space),
    await aDevice(server, space),
    await aDevice(server, space),
  ]
  const rule = await aRule({ kind: 'silent', seconds: 600 }, only(stays, returns, free))
  for (const device of [stays, returns, free]) await anUplink(server, device)
  const mute = await createMute(server, space, { scope: only(stays, returns) })
  await evaluateFor(0, 59 * MINUTE)
  expect(await alertsOf(rule)).toMatchObject([{ devices: [{ device_id: free.id }] }])
  await anUplink(server, returns, { at: new Date().toISOString() })
  await server.db.execute(
    `update device_contact set last_seen = now() + interval '55 minutes' where device_id = '${returns.id}'`,
  )
  await evaluateFor(HOUR + 1000, HOUR + 2 * MINUTE)
  const open = await alertsOf(rule)
  const devices = open.flatMap((one) => one.devices)
  expect(devices.map(({ device_id }) => device_id).toSorted()).toEqual([stays.id, free.id].toSorted())
  const opened = devices.find(({ device_id }) => device_id === stays.id)
  expect(opened?.opened_at).toBe(mute.ends_at)
  expect(Date.parse(opened?.since ?? '')).toBeLessThan(Date.now())
})

test('a value beyond the limit during a mute opens an alert at its end, even without a later value', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  const mute = await createMute(server, space, { scope: only(device), rule_ids: [rule.id] })
  await send(device, [0, 2, 5, 3])
  await evaluateLater(59 * MINUTE)
  expect(await alertsOf(rule)).toEqual([])
  await Promise.all([1, 2, 3].map(() => evaluateLater(HOUR + 1000)))
  const [open] = await alertsOf(rule)
  expect(open).toMatchObject({ opened_at: mute.ends_at, devices: [{ worst: 5, ended_at: null }] })
  expect(Date.parse(open?.devices[0]?.since ?? '')).toBeLessThan(Date.now())
  await evaluateLater(HOUR + 2000)
  expect(await alertsOf(rule)).toHaveLength(1)
  await server.call('PUT', at(`/alert-rules/${rule.id}`), { token, body: { enabled: false } })
})

test('a condition that held only during a mute opens no alert', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  await createMute(server, space, { scope: only(device) })
  await send(device, [2, 0, 3, 0])
  await evaluateLater(HOUR + 1000)
  expect(await alertsOf(rule)).toEqual([])
})

test('an alert that is open when a mute begins stays open, ends as usual, and does not open again', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  await send(device, [2])
  await createMute(server, space, { scope: only(device), rule_ids: [rule.id] })
  expect(await alertsOf(rule)).toMatchObject([{ ended_at: null }])
  await send(device, [0])
  // It flaps.
  await send(device, [2, 0, 2, 0])
  await send(device, [4])
  expect(await alertsOf(rule)).toMatchObject([{ open_count: 0 }])
  await evaluateLater(HOUR + 1000)
  const [again, first] = await alertsOf(rule)
  expect([again?.open_count, first?.open_count]).toEqual([1, 0])
  expect(again?.devices).toMatchObject([{ worst: 4, ended_at: null }])
  await send(device, [0], HOUR + MINUTE)
  expect(await alertsOf(rule, '&state=open')).toEqual([])
})

test('a value measured during a mute and evaluated after it counts as of the end of the mute', async () => {
  const [stays, went] = [await aDevice(server, space), await aDevice(server, space)]
  const rule = await aRule({ ...BEYOND, path: 'list.level' }, only(stays, went))
  const mute = await createMute(server, space, { scope: only(stays, went), ends_at: fromNow(20_000) })
  await sendAt(stays, 2, 1000)
  await sendAt(stays, 3, 30_000)
  await sendAt(went, 2, 2000)
  await sendAt(went, 0, 4000)
  await send(went, [], MINUTE)
  await evaluateLater(MINUTE)
  expect(await alertsOf(rule)).toMatchObject([
    { opened_at: mute.ends_at, devices: [{ device_id: stays.id, opened_at: mute.ends_at, ended_at: null }] },
  ])
})

test('a mute that is shortened or deleted ends at that time, for silence and for values', async () => {
  const device = await aDevice(server, space)
  const [silent, beyond] = [
    await aRule({ kind: 'silent', seconds: 60 }, only(device)),
    await aRule(BEYOND, only(device)),
  ]
  const [shortened, deleted] = [
    await createMute(server, space, { scope: only(device), rule_ids: [silent.id] }),
    await createMute(server, space, {
      scope: only(device),
      rule_ids: [beyond.id],
      starts_at: fromNow(-HOUR),
    }),
  ]
  await send(device, [2])
  await server.db.execute(
    `update device_contact set last_seen = now() - interval '10 minutes' where device_id = '${device.id}'`,
  )
  await evaluateLater(0)
  const before = Date.now()
  const path = (id: string) => at(`/mutes/${id}`)
  const ended = await server.call('PUT', path(shortened.id), { token, body: { ends_at: fromNow(-HOUR) } })
  expect(Date.parse((await ended.json()).ends_at)).toBeGreaterThanOrEqual(before)
  expect((await server.call('DELETE', path(deleted.id), { token })).status).toBe(204)
  expect((await server.call('GET', path(deleted.id), { token })).status).toBe(404)
  const listed: { id: string }[] = await (await server.call('GET', at('/mutes'), { token })).json()
  expect(listed.map(({ id }) => id)).toContain(shortened.id)
  expect(listed.filter(({ id }) => id === deleted.id)).toEqual([])
  await evaluateFor(0, 80_000, 20_000)
  for (const rule of [silent, beyond]) {
    const [open] = await alertsOf(rule, '&state=open')
    expect(Date.parse(open?.opened_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(open?.opened_at ?? '')).toBeLessThanOrEqual(Date.now())
  }
})

test('a mute by tag ends for a device that loses the tag, and a mute of another rule has no effect', async () => {
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  const [muted, other] = [
    await aRule(BEYOND, only(device)),
    await aRule({ ...BEYOND, limit: 0 }, only(device)),
  ]
  await createMute(server, space, { scope: { kind: 'tags', tag_ids: [tag.id] }, rule_ids: [muted.id] })
  await send(device, [2])
  await evaluateLater(0)
  expect(await alertsOf(muted)).toEqual([])
  expect(await alertsOf(other)).toMatchObject([{ open_count: 1 }])
  await server.call('PUT', at(`/devices/${device.id}`), { token, body: { tags: [] } })
  await evaluateLater(0)
  expect(await alertsOf(muted)).toMatchObject([{ open_count: 1 }])
})

test('a planned mute takes effect at its start', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  await createMute(server, space, {
    scope: only(device),
    starts_at: fromNow(HOUR),
    ends_at: fromNow(2 * HOUR),
  })
  await send(device, [2])
  expect(await alertsOf(rule)).toMatchObject([{ open_count: 1 }])
  await send(device, [0])
  await send(device, [2], 90 * MINUTE)
  expect(await alertsOf(rule, '&state=open')).toEqual([])
  await evaluateLater(121 * MINUTE)
  expect(await alertsOf(rule, '&state=open')).toHaveLength(1)
})

test.each([
  [{ ends_at: fromNow(-HOUR) }, 'ends_at must be later than starts_at'],
  [{ ends_at: fromNow(91 * DAY) }, 'ends_at must be at most 90 days after starts_at'],
  [
    { starts_at: fromNow(367 * DAY), ends_at: fromNow(368 * DAY) },
    'starts_at must be at most 366 days ahead',
  ],
  [{ ends_at: 'tomorrow' }, 'ends_at must be an ISO-8601 time'],
  [{ rule_ids: ['01890000-0000-7000-8000-000000000000'] }, 'rule_ids has a rule that is not in this space'],
  [
    { scope: { kind: 'tags', tag_ids: ['01890000-0000-7000-8000-000000000000'] } },
    'scope has a tag that is not in this space',
  ],
  [{ scope: undefined }, 'scope'],
])('an invalid mute is refused by the name of its field: %j', async (fields, sentence) => {
  const body = { name: 'work', scope: { kind: 'all' }, ends_at: fromNow(HOUR), ...fields }
  const answer = await server.call('POST', at('/mutes'), { token, body })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence)])
})

test('a past mute can only be renamed', async () => {
  const device = await aDevice(server, space)
  const { id } = await createMute(server, space, { scope: only(device) })
  const put = async (body: object) => server.call('PUT', at(`/mutes/${id}`), { token, body })
  expect((await put({ ends_at: fromNow(-1) })).status).toBe(200)
  const again = await put({ ends_at: fromNow(HOUR) })
  expect([again.status, await again.text()]).toEqual([
    400,
    'ends_at is in the past: a mute that has ended cannot be changed',
  ])
  expect(await (await put({ name: 'the pump', note: 'was broken' })).json()).toMatchObject({
    name: 'the pump',
    note: 'was broken',
    created_by: space.owner.email,
  })
})

test('a mute that repeats is active each week, and each time what still is so at its end opens then', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  const dayOf = (time: number) => new Date(time).getUTCDay()
  const hour = (later: number) => new Date(Date.now() + later).toISOString().slice(11, 16)
  const repeats = {
    days: [dayOf(Date.now() - HOUR)],
    from: hour(-HOUR),
    to: hour(HOUR),
    timezone: 'UTC',
    until: null,
  }
  const made = await createMute(server, space, {
    scope: only(device),
    rule_ids: [rule.id],
    ends_at: undefined,
    repeats,
  })
  expect(made).toMatchObject({ repeats })
  expect(Date.parse(made.ends_at) - Date.now()).toBeGreaterThan(58 * MINUTE)
  await send(device, [2])
  await evaluateLater(HOUR - 2 * MINUTE)
  expect(await alertsOf(rule)).toEqual([])
  // Several copies of the server advance it at the same time.
  await Promise.all([1, 2].map(() => advanceMutes({ ...server, now: atThat(HOUR) }, onFailure)))
  await evaluateLater(HOUR + 1000)
  expect(await alertsOf(rule)).toMatchObject([{ opened_at: made.ends_at }])
  await advanceMutes({ ...server, now: atThat(15 * DAY) }, onFailure)
  const read = async () => (await server.call('GET', at(`/mutes/${made.id}`), { token })).json()
  const weeks = (count: number) => new Date(Date.parse(made.ends_at) + count * 7 * DAY).toISOString()
  expect(await read()).toMatchObject({ ends_at: weeks(3), version: made.version })
  const kept = await server.db
    .select({ endsAt: mute.endsAt })
    .from(mute)
    .where(and(eq(mute.isPast, true), sql`${mute.ruleIds} ? ${rule.id}`))
    .orderBy(mute.endsAt)
  expect(kept.map(({ endsAt }) => endsAt.toISOString())).toEqual([0, 1, 2].map(weeks))
  const ended = await server.call('PUT', at(`/mutes/${made.id}`), { token, body: { repeats: null } })
  expect(await ended.json()).toMatchObject({ repeats: null })
  await server.call('DELETE', at(`/mutes/${made.id}`), { token })

  // One that is ended in its last week stays ended.
  const until = new Date(Date.now() - HOUR).toISOString().slice(0, 10)
  const last = await createMute(server, space, {
    scope: only(device),
    rule_ids: [rule.id],
    ends_at: undefined,
    repeats: { ...repeats, until },
  })
  const stopped = await server.call('PUT', at(`/mutes/${last.id}`), { token, body: { ends_at: fromNow(0) } })
  const { ends_at } = await stopped.json()
  await advanceMutes({ ...server, now: atThat(MINUTE) }, onFailure)
  const after = await server.call('GET', at(`/mutes/${last.id}`), { token })
  expect(await after.json()).toMatchObject({ ends_at })
  await server.call('DELETE', at(`/mutes/${last.id}`), { token })
})

test('a mute that repeats has no other times, ends for this week only, and is refused if it is never active', async () => {
  const repeats = { from: '00:00', to: '00:00', timezone: 'Europe/Prague', until: null }
  const body = { name: 'always', scope: { kind: 'all' }, repeats }
  const create = async (more: object) => {
    const answer = await server.call('POST', at('/mutes'), { token, body: { ...body, ...more } })
    return answer.ok ? answer.json() : answer.text()
  }
  const both = 'starts_at and ends_at must be null if repeats is set, which has the times'
  expect(await create({ ends_at: fromNow(HOUR) })).toBe(both)
  expect(await create({ repeats: null })).toBe('ends_at is required')
  expect(await create({ repeats: { ...repeats, until: '2026-01-01' } })).toBe(
    'repeats.until must not be before the first day',
  )
  expect(await create({ repeats: { ...repeats, timezone: 'Mars/X' } })).toContain('repeats.timezone must be')
  const mute = await create({})
  const change = async (change: object) => {
    const answer = await server.call('PUT', at(`/mutes/${mute.id}`), { token, body: change })
    return answer.ok ? answer.json() : answer.text()
  }
  expect(await change({ ends_at: fromNow(HOUR) })).toBe(both)
  const { starts_at, ends_at } = mute
  expect(await change({ name: 'all day', starts_at, ends_at, repeats: mute.repeats })).toMatchObject({
    starts_at,
    ends_at,
  })
  expect(await change({ ends_at: fromNow(-1000) })).toMatchObject({ starts_at: ends_at, name: 'all day' })
  await server.call('DELETE', at(`/mutes/${mute.id}`), { token })
})

test('a weekly mute goes on while others are over or fail, counts among those of its space, and can be changed at its end', async () => {
  const [busy, other] = [await aSpace(server), await aSpace(server)]
  const yesterday = new Date(Date.now() - DAY)
  const hours = { days: [yesterday.getUTCDay()], from: '00:00', to: '00:00', timezone: 'UTC' }
  const lastDay = yesterday.toISOString().slice(0, 10)
  const insert = async (spaceId: string, repeats: object, hoursAgo: number, count: number) =>
    server.db.execute(sql`
      insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, repeats, created_by)
      select ${spaceId}, gen_random_uuid(), 'weekly', '{"kind": "all"}', '[]', now() - interval '3 days',
        now() - ${hoursAgo} * interval '1 hour', ${JSON.stringify(repeats)}::jsonb, '' from generate_series(1, ${count}::int)`)
  await insert(busy.id, { ...hours, until: lastDay }, 2, MUTES_MAX)
  await insert(other.id, { ...hours, days: null, until: null }, 3, 1)
  await insert(other.id, { ...hours, until: null }, 1, MUTES_MAX - 1)
  const create = async ({ id, owner }: typeof busy) => {
    const body = { name: 'one more', scope: { kind: 'all' }, ends_at: fromNow(HOUR) }
    return (await server.call('POST', `/spaces/${id}/mutes`, { token: owner.token, body })).status
  }
  expect([await create(busy), await create(other)]).toEqual([400, 400])
  const isOf = (spaceId: string, which: SQL) => and(eq(mute.spaceId, spaceId), eq(mute.isPast, false), which)
  const [first] = await server.db
    .select({ id: mute.id })
    .from(mute)
    .where(isOf(other.id, sql`${mute.repeats}->'days' <> 'null'`))
    .limit(1)
  const changed = await server.call('PUT', `/spaces/${other.id}/mutes/${first?.id}`, {
    token: other.owner.token,
    body: { rule_ids: [], scope: only(await aDevice(server, other)) },
  })
  expect(changed.status, await changed.clone().text()).toBe(200)
  expect(Date.parse((await changed.json()).ends_at)).toBeGreaterThan(Date.now() + 5 * DAY)

  const failed: unknown[] = []
  await advanceMutes({ ...server, now: () => new Date() }, (one) => failed.push(one))
  expect(failed).toHaveLength(1)
  expect(await server.db.$count(mute, isOf(other.id, sql`${mute.endsAt} > now()`))).toBe(MUTES_MAX - 1)
  expect([await create(busy), await create(other)]).toEqual([201, 400])
  const listed = await server.call('GET', `/spaces/${busy.id}/mutes`, { token: busy.owner.token })
  const repeating = (await listed.json()).find(({ repeats }: { repeats: unknown }) => repeats !== null)
  expect(repeating).toMatchObject({ repeats: { until: lastDay } })
  await server.db.delete(mute).where(eq(mute.spaceId, other.id))
})

test('sending the same times changes nothing, in any format', async () => {
  const device = await aDevice(server, space)
  const scope = only(device)
  const ends_at = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR).toISOString()
  const { id, starts_at } = await createMute(server, space, { scope, ends_at })
  const written = { starts_at: null, ends_at: ends_at.replace('.000Z', 'Z'), scope, rule_ids: [] }
  const call = async (body: object) => server.call('PUT', at(`/mutes/${id}`), { token, body })
  expect(await (await call({ ...written, name: 'runs' })).json()).toMatchObject({ starts_at, ends_at })
  await server.db.execute(`update mute set starts_at = starts_at - interval '2 hours', ends_at = ends_at - interval '2 hours'
    where id = '${id}'`)
  const over = await (await server.call('GET', at(`/mutes/${id}`), { token })).json()
  const again = await call({ ...written, ends_at: over.ends_at.replace('.000Z', '+00:00'), name: 'is over' })
  expect([again.status, await again.json()]).toMatchObject([
    200,
    { name: 'is over', starts_at: over.starts_at, ends_at: over.ends_at },
  ])
  const isPast = sql`${mute.isPast} and ${mute.scope}->'device_ids' ? ${device.id}`
  expect(await server.db.$count(mute, isPast)).toBe(0)
})

test('former scopes of changed mutes are kept, up to a limit for each space', async () => {
  const other = await aSpace(server)
  const first = await aDevice(server, other)
  const { id } = await createMute(server, other, { scope: { kind: 'all' } })
  await server.db.execute(`insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, created_by, is_past)
    select '${other.id}', gen_random_uuid(), 'before', '{"kind": "all"}', '[]', now() - interval '2 days', now() - interval '1 day', '', true
    from generate_series(1, ${MUTES_PAST_MAX})`)
  const past = async () => server.db.$count(mute, and(eq(mute.spaceId, other.id), eq(mute.isPast, true)))
  await server.db.execute(`update mute set starts_at = starts_at - interval '1 minute' where id = '${id}'`)
  const body = { scope: only(first) }
  const changed = await server.call('PUT', `/spaces/${other.id}/mutes/${id}`, {
    token: other.owner.token,
    body,
  })
  expect([changed.status, await past()]).toEqual([200, MUTES_PAST_MAX])
  const ofNow = and(eq(mute.spaceId, other.id), eq(mute.isPast, true), eq(mute.name, 'Planned work'))
  expect(await server.db.$count(mute, ofNow)).toBe(1)
})

test('a key with tags has only mutes of its own tags, and the audit log has who created them', async () => {
  const tag = await aTag(server, space)
  const key = await aKey(server, space, {
    tags: [tag],
    permissions: ['space:mute:create', 'space:mute:read', 'space:mute:update'],
  })
  const device = await aDevice(server, space, { tags: [tag] })
  await createMute(server, space, { scope: only(device) })
  const body = { name: 'its own', scope: { kind: 'tags', tag_ids: [tag.id] }, ends_at: fromNow(HOUR) }
  const made = await server.call('POST', at('/mutes'), { key: key.id, body })
  const { id, created_by } = await made.json()
  expect(created_by).toBe(key.name)
  const listed = await server.call('GET', at('/mutes'), { key: key.id })
  expect(await listed.json()).toMatchObject([{ id }])
  const wider = { scope: { kind: 'all' } }
  expect((await server.call('PUT', at(`/mutes/${id}`), { key: key.id, body: wider })).status).toBe(403)
  const log = await server.call('GET', at('/audit?action=mute.create'), { token })
  expect((await log.json())[0]).toMatchObject({ target_id: id, target_name: 'its own', actor_name: key.name })
})

test('the number of mutes of a space is limited', { tags: 'heavy' }, async () => {
  const other = await aSpace(server)
  for (let made = 0; made < MUTES_MAX; made++) await createMute(server, other, { scope: { kind: 'all' } })
  const body = { name: 'one more', scope: { kind: 'all' }, ends_at: fromNow(HOUR) }
  const refused = await server.call('POST', `/spaces/${other.id}/mutes`, { token: other.owner.token, body })
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'a space has at most 100 mutes that have not ended',
  ])
})

test('an alert has the mute of its open devices, its end and its creator', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule(BEYOND, only(device))
  await send(device, [2])
  expect(await alertsOf(rule)).toMatchObject([{ mutes: [] }])
  await createMute(server, space, { scope: only(await aDevice(server, space)) })
  const { id, name, ends_at, created_by } = await createMute(server, space, {
    scope: only(device),
    rule_ids: [rule.id],
  })
  const [open] = await alertsOf(rule)
  expect(open).toMatchObject({ mutes: [{ id, name, ends_at, created_by }], is_partly_muted: false })
  await send(device, [0])
  expect(await alertsOf(rule)).toMatchObject([{ mutes: [] }])
})

test('an alert says that only some of its open devices are muted', async () => {
  const devices = [await aDevice(server, space), await aDevice(server, space)] as const
  const rule = await aRule(BEYOND, { kind: 'devices', device_ids: devices.map(({ id }) => id) })
  for (const device of devices) await send(device, [2])
  expect(await alertsOf(rule)).toMatchObject([{ mutes: [], is_partly_muted: false }])
  await createMute(server, space, { scope: only(devices[0]) })
  expect(await alertsOf(rule)).toMatchObject([{ mutes: [{}], is_partly_muted: true }])
  await createMute(server, space, { scope: only(devices[1]) })
  expect(await alertsOf(rule)).toMatchObject([{ mutes: [{}, {}], is_partly_muted: false }])
})

test('a device that boots often during a mute gets an alert at its end', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({ kind: 'boots', times: 2 }, only(device))
  const mute = await createMute(server, space, { scope: only(device) })
  for (const _ of [1, 2]) await anUplink(server, device, { type: 'session', body: { up: {} } })
  const now = Math.floor(Date.now() / 1000)
  await server.db.execute(`delete from device_session where device_id = '${device.id}'`)
  for (const session of [now + 1, now + 2])
    await server.db.execute(`insert into device_session (space_id, device_id, session_id, up)
      values ('${space.id}', '${device.id}', ${session}, '{}')`)
  await server.db.execute(
    `update device_contact set session_id = ${now + 2} where device_id = '${device.id}'`,
  )
  await evaluateFor(0, 59 * MINUTE, 10 * MINUTE)
  expect(await alertsOf(rule)).toEqual([])
  await evaluateLater(HOUR + 1000)
  expect(await alertsOf(rule)).toMatchObject([{ opened_at: mute.ends_at, open_count: 1 }])
})

test('the attention list shows muted lines as snoozed, until when and by whom', async () => {
  const other = await aSpace(server)
  const device = await aDevice(server, other)
  const call = async (query = '') =>
    (await server.call('GET', `/spaces/${other.id}/attention${query}`, { token: other.owner.token })).json()
  const body = { name: 'a rule', condition: BEYOND }
  await server.call('POST', `/spaces/${other.id}/alert-rules`, { token: other.owner.token, body })
  await send(device, [2])
  await server.db.execute(`update device_contact set usual_interval = 60, last_seen = now() - interval '2 days',
    expected_at = now() - interval '2 days', silent_at = now() - interval '1 day' where device_id = '${device.id}'`)
  const before: { kind: string }[] = await call()
  expect(before.map(({ kind }) => kind)).toEqual(['alert', 'silent'])
  const mute = await createMute(server, other, { scope: only(device) })
  expect(await call()).toEqual([])
  const snoozed = { until: mute.ends_at, by: other.owner.email, mute_id: mute.id }
  expect(await call('?snoozed=true')).toMatchObject([
    { kind: 'alert', snoozed },
    { kind: 'silent', snoozed },
  ])
  await server.call('DELETE', `/spaces/${other.id}/mutes/${mute.id}`, { token: other.owner.token })
  expect(await call()).toHaveLength(2)
})

test('a key with tags gets nothing about mutes and devices that it does not see', async () => {
  const other = await aSpace(server)
  const tag = await aTag(server, other)
  const mine = await aDevice(server, other, { tags: [tag] })
  const hidden = await aDevice(server, other)
  const owner = { token: other.owner.token }
  await server.call('POST', `/spaces/${other.id}/alert-rules`, {
    ...owner,
    body: { name: 'a rule', condition: BEYOND },
  })
  for (const device of [mine, hidden]) await send(device, [2])
  const key = await aKey(server, other, {
    tags: [tag],
    permissions: ['space:overview:read', 'space:alert:read'],
  })
  const putOff = async (caller: { token: string } | { key: string }) =>
    (await server.call('GET', `/spaces/${other.id}/attention?snoozed=true`, caller)).json()
  const unseen = await createMute(server, other, { scope: only(mine) })
  expect(await putOff(owner)).toEqual([])
  expect(await putOff({ key: key.id })).toMatchObject([
    { kind: 'alert', snoozed: { until: unseen.ends_at, by: null, mute_id: null } },
  ])
  const { id, ends_at } = await createMute(server, other, {
    scope: { kind: 'tags', tag_ids: [tag.id] },
    ends_at: fromNow(2 * HOUR),
  })
  expect(await putOff({ key: key.id })).toMatchObject([
    { snoozed: { until: ends_at, by: UNNAMED_PERSON, mute_id: id } },
  ])
})
