import { expect, test } from 'vitest'
import { type AlertRuleCreate, alertRulesApi, alertsApi, SEPARATE_PER_HOUR } from '#contract/alerts'
import { HOUR, MINUTE } from '#contract/common/durations'
import { type ShiftCreate, shiftsApi } from '#contract/shifts'
import { notifyAudience } from '../../server/services/alerts/notifyAudience'
import { anAlert } from '../support/alerts'
import { aDevice, aKey, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { notifyNow } from '../support/notifying'
import { serve } from '../support/serve'

/** A Monday. */
let clock = Date.parse('2026-03-23T09:00:00Z')
const server = await serve({ now: () => new Date(clock) })

const ALWAYS = { from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6] }

async function call(space: TestSpace, method: string, path: string, body?: object) {
  const answer = await server.call(method, `/spaces/${space.id}${path}`, { token: space.owner.token, body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

async function aShift(space: TestSpace, entries: ShiftCreate['entries'], name = 'on duty') {
  const body = { name, timezone: 'Europe/Prague', starts_on: '2026-03-23', entries }
  return shiftsApi.create.answer.parse(await call(space, 'POST', '/shifts', body))
}

const NOBODY = { roles: [], user_ids: [], connector_ids: [], shift_ids: [] }

async function aRule(space: TestSpace, rule: Partial<AlertRuleCreate>) {
  const body = { name: 'pump fails', condition: { kind: 'silent', seconds: 3600 }, notify: NOBODY, ...rule }
  return alertRulesApi.create.answer.parse(await call(space, 'POST', '/alert-rules', body))
}

type Rule = Awaited<ReturnType<typeof aRule>>

/** Opens an alert of a rule, and notifies. */
async function open(space: TestSpace, rule: Rule, device: { id: string }) {
  const { condition, name, notify, escalation, id } = rule
  if (condition.kind !== 'silent') throw new Error('another kind')
  const of = { spaceId: space.id, id, name, condition: { kind: 'silent', seconds: 3600 } as const, notify }
  const alertId = await anAlert(
    server,
    { ...of, scope: { kind: 'all' }, judgedFrom: new Date(clock) },
    device.id,
  )
  await server.db.$client.query('update alert set escalation = $2 where id = $1', [
    alertId,
    JSON.stringify(escalation),
  ])
  await server.db.transaction((tx) => notifyAudience(tx, 'opened', space.id, [alertId], new Date(clock)))
  await notifyNow(server)
  return alertId
}

async function end(space: TestSpace, alertId: string) {
  for (const table of ['alert_episode where alert_id', 'alert where id'])
    await server.db.$client.query(`update ${table.replace(' where', ' set ended_at = $1 where')} = $2`, [
      new Date(clock),
      alertId,
    ])
  await server.db.transaction((tx) => notifyAudience(tx, 'ended', space.id, [alertId], new Date(clock)))
  await notifyNow(server)
}

const alertOf = async (space: TestSpace, id: string) =>
  alertsApi.get.answer.parse(await call(space, 'GET', `/alerts/${id}`))

/** Recipients and kinds of the e-mails about an alert that are stored, in their order. */
async function mailsOf(alertId: string) {
  const { rows } = await server.db.$client.query<{ kind: string; email: string }>(
    'select m.kind, u.email from mail m join app_user u on u.id = m.user_id where m.alert_id = $1 order by m.id',
    [alertId],
  )
  return rows.map(({ kind, email }) => `${kind} ${email}`)
}

test('a rule notifies whoever is on shift, also in quiet hours, and of the end as well', async () => {
  const space = await aSpace(server)
  const [petr, jana] = [await aMember(server, space, 'user'), await aMember(server, space, 'user')]
  const quiet = { emails: 'digest', quiet_from: '00:00', quiet_to: '23:59' }
  await server.call('PUT', '/profile/notifications', { token: jana.token, body: quiet })
  const shift = await aShift(space, [{ ...ALWAYS, user_ids: [petr.id, jana.id] }])
  const device = await aDevice(server, space)
  const rule = await aRule(space, { notify: { ...NOBODY, shift_ids: [shift.id] } })
  const first = await open(space, rule, device)
  expect(await mailsOf(first)).toEqual([`alertOpened ${petr.email}`])
  expect((await alertOf(space, first)).notified).toMatchObject([
    { step: 0, people: [petr.email], people_count: 1, later_count: 0, connectors: [], is_gap: false },
  ])
  clock += 7 * 24 * HOUR
  await end(space, first)
  const next = await open(space, rule, device)
  expect(await mailsOf(first)).toEqual([`alertOpened ${petr.email}`, `alertEnded ${petr.email}`])
  expect(await mailsOf(next)).toEqual([`alertOpened ${jana.email}`])
  const { rows } = await server.db.$client.query('select due_at from mail where alert_id = $1', [next])
  expect(rows).toEqual([{ due_at: new Date(clock) }])
})

test('if nobody is on shift, or whoever is has left the space, its admins are notified', async () => {
  const space = await aSpace(server)
  const petr = await aMember(server, space, 'user')
  const entry = { ...ALWAYS, from: '01:00', to: '02:00', user_ids: [petr.id] }
  const [night, always] = [
    await aShift(space, [entry]),
    await aShift(space, [{ ...entry, ...ALWAYS }], 'always'),
  ]
  const device = await aDevice(server, space)
  const ofNight = await aRule(space, { notify: { ...NOBODY, shift_ids: [night.id] } })
  const inGap = await open(space, ofNight, device)
  expect(await mailsOf(inGap)).toEqual([`alertOpened ${space.owner.email}`])
  expect((await alertOf(space, inGap)).notified).toMatchObject([
    { people: [space.owner.email], is_gap: true },
  ])
  await call(space, 'DELETE', `/users/${petr.id}`).catch(() => undefined)
  const left = await aRule(space, { notify: { ...NOBODY, shift_ids: [always.id] } })
  expect(await mailsOf(await open(space, left, device))).toEqual([`alertOpened ${space.owner.email}`])
  await server.call('DELETE', `/spaces/${space.id}/shifts/${always.id}`, { token: space.owner.token })
  expect(await mailsOf(await open(space, left, await aDevice(server, space)))).toEqual([
    `alertOpened ${space.owner.email}`,
  ])
})

test('an alert that nobody acknowledges notifies the next, each step once, until somebody acknowledges it or it ends', async () => {
  const space = await aSpace(server)
  const [petr, jana, boss] = await Promise.all([1, 2, 3].map(() => aMember(server, space, 'user')))
  if (!petr || !jana || !boss) throw new Error('Somebody is missing.')
  const device = await aDevice(server, space)
  const escalation = [
    { ...NOBODY, minutes: 15, user_ids: [petr.id, jana.id] },
    { ...NOBODY, minutes: 30, user_ids: [boss.id] },
  ]
  const rule = await aRule(space, { notify: { ...NOBODY, user_ids: [petr.id] }, escalation })
  expect(rule.escalation).toEqual(escalation)
  const [calm, taken, over] = [
    await open(space, rule, device),
    await open(space, await aRule(space, { escalation }), device),
    await open(space, await aRule(space, { escalation }), device),
  ]
  clock += 14 * MINUTE
  await notifyNow(server)
  expect(await mailsOf(calm)).toEqual([`alertOpened ${petr.email}`])
  expect((await alertOf(space, calm)).next_step).toMatchObject({
    at: new Date(clock + MINUTE).toISOString(),
    user_ids: [petr.id, jana.id],
  })
  await call(space, 'POST', `/alerts/${taken}/acknowledge`, {})
  await end(space, over)
  clock += MINUTE
  // Several copies of the server at the same time.
  await Promise.all([1, 2, 3].map(() => notifyNow(server)))
  expect((await mailsOf(calm)).toSorted()).toEqual(
    [petr, petr, jana].map(({ email }) => `alertOpened ${email}`).toSorted(),
  )
  expect((await alertOf(space, taken)).next_step).toBeNull()
  expect(await mailsOf(taken)).toEqual([])
  expect(await mailsOf(over)).toEqual([])
  // The server was away meanwhile.
  clock += HOUR
  await notifyNow(server)
  await end(space, calm)
  const to = (kind: string, ...people: { email: string }[]) => people.map(({ email }) => `${kind} ${email}`)
  expect((await mailsOf(calm)).toSorted()).toEqual(
    [...to('alertOpened', petr, petr, jana, boss), ...to('alertEnded', petr, jana, boss)].toSorted(),
  )
  const { notified, next_step } = await alertOf(space, calm)
  expect(notified).toMatchObject([
    { step: 0, people: [petr.email] },
    { step: 1, people_count: 2 },
    { step: 2, people: [boss.email] },
  ])
  expect(next_step).toBeNull()
})

test('somebody who may not see the device, or whose time in the space has ended, is not notified', async () => {
  const space = await aSpace(server)
  const [limited, ended] = [await aMember(server, space, 'user'), await aMember(server, space, 'user')]
  const [north, south] = [await aTag(server, space), await aTag(server, space)]
  const device = await aDevice(server, space, { tags: [south] })
  const { $client } = server.db
  await $client.query('update space_user set is_limited = true where user_id = $1', [limited.id])
  await $client.query('insert into space_user_tag (space_id, space_user_id, tag_id) values ($1, $2, $3)', [
    space.id,
    limited.id,
    north.id,
  ])
  const shift = await aShift(space, [
    { ...ALWAYS, user_ids: [limited.id] },
    { ...ALWAYS, user_ids: [ended.id] },
  ])
  await $client.query(`update space_user set ends_at = now() - interval '1 hour' where user_id = $1`, [
    ended.id,
  ])
  const step = { ...NOBODY, minutes: 15, user_ids: [limited.id, ended.id] }
  const rule = await aRule(space, { notify: { ...NOBODY, shift_ids: [shift.id] }, escalation: [step] })
  const alertId = await open(space, rule, device)
  clock += 15 * MINUTE
  await notifyNow(server)
  const owner = `alertOpened ${space.owner.email}`
  expect(await mailsOf(alertId)).toEqual([owner, owner])
  await $client.query('update space_user_tag set tag_id = $2 where space_user_id = $1', [
    limited.id,
    south.id,
  ])
  const other = await aDevice(server, space, { tags: [south] })
  expect(await mailsOf(await open(space, rule, other))).toEqual([`alertOpened ${limited.email}`])
})

test('all rules notify a shift of the whole space, and a muted alert takes no step', async () => {
  const space = await aSpace(server)
  const petr = await aMember(server, space, 'user')
  const device = await aDevice(server, space)
  const escalation = [{ ...NOBODY, minutes: 15, user_ids: [petr.id] }]
  const rule = await aRule(space, { notify: { ...NOBODY, roles: ['admin'] }, escalation })
  const hours = [{ ...ALWAYS, user_ids: [petr.id] }]
  await call(space, 'POST', '/shifts', {
    name: 'all',
    timezone: 'Europe/Prague',
    starts_on: '2026-03-23',
    entries: hours,
    every_rule: true,
  })
  const alertId = await open(space, rule, device)
  const both = [`alertOpened ${petr.email}`, `alertOpened ${space.owner.email}`].toSorted()
  expect((await mailsOf(alertId)).toSorted()).toEqual(both)
  const ends_at = new Date(clock + 18 * MINUTE)
  await call(space, 'POST', '/mutes', { name: 'work', scope: { kind: 'all' }, ends_at })
  clock += 15 * MINUTE
  await notifyNow(server)
  expect(await mailsOf(alertId)).toHaveLength(2)
  clock += 3 * MINUTE
  await notifyNow(server)
  expect(await mailsOf(alertId)).toEqual([
    ...(await mailsOf(alertId)).slice(0, 2),
    `alertOpened ${petr.email}`,
  ])
})

test('alerts that nobody acknowledges, at once, notify a person by as many e-mails as others, and one at the end of the hour', async () => {
  const space = await aSpace(server)
  const petr = await aMember(server, space, 'user')
  const device = await aDevice(server, space)
  const rule = await aRule(space, { escalation: [{ ...NOBODY, minutes: 1, user_ids: [petr.id] }] })
  const at = new Date(clock)
  const { rows } = await server.db.$client.query<{ id: string }>(
    `insert into alert (space_id, id, rule_id, rule_name, condition, notify, escalation, since, opened_at, grew_at)
     select $1, gen_random_uuid(), r.id, r.name, r.condition, r.notify, r.escalation, $3, $3, $3
     from alert_rule r, generate_series(1, 250) where r.space_id = $1 and r.id = $2 returning id`,
    [space.id, rule.id, at],
  )
  await server.db.$client.query(
    `insert into alert_episode (space_id, id, rule_id, device_id, alert_id, path, since, opened_at)
     select $1, gen_random_uuid(), $2, $3, one, one::text, $4, $4 from unnest($5::uuid[]) one`,
    [space.id, rule.id, device.id, at, rows.map(({ id }) => id)],
  )
  await server.db.$client.query('update alert set escalates_at = $2 where rule_id = $1', [rule.id, at])
  // Several copies of the server at the same time.
  await Promise.all([1, 2, 3].map(() => notifyNow(server)))
  const { rows: sent } = await server.db.$client.query(
    `select kind, count(*)::int from mail where user_id = $1 group by 1 order by 1`,
    [petr.id],
  )
  expect(sent).toEqual([
    { kind: 'alertOpened', count: SEPARATE_PER_HOUR },
    { kind: 'alertSummary', count: 1 },
  ])
})

test('shifts and escalations with people or times that cannot be are refused', async () => {
  const space = await aSpace(server)
  const stranger = (await aSpace(server)).owner
  const refusal = async (path: string, body: object, who: object = { token: space.owner.token }) =>
    (await server.call('POST', `/spaces/${space.id}${path}`, { ...who, body })).text()
  const shift = { name: 'nights', timezone: 'Europe/Prague', starts_on: '2026-03-23' }
  const entries = [{ ...ALWAYS, user_ids: [stranger.id] }]
  expect(await refusal('/shifts', { ...shift, entries })).toBe(
    'entries has a person who is not in this space',
  )
  expect(await refusal('/shifts', { ...shift, entries: [] })).toContain(
    'entries must have at least one entry',
  )
  const tag = await aTag(server, space)
  const key = await aKey(server, space, {
    tags: [tag],
    permissions: ['space:shift:create', 'space:shift:read'],
  })
  const own = { ...shift, entries: [{ ...ALWAYS, user_ids: [space.owner.id] }] }
  expect(await refusal('/shifts', own, { key: key.id })).toBe(
    'forbidden: a caller with tags cannot change shifts',
  )
  const step = { ...NOBODY, minutes: 15, roles: ['admin'] }
  const rule = { name: 'pump fails', condition: { kind: 'silent', seconds: 3600 }, notify: NOBODY }
  expect(await refusal('/alert-rules', { ...rule, escalation: [step, step] })).toContain(
    'escalation must have later minutes in each entry than in the one before',
  )
  expect(await refusal('/alert-rules', { ...rule, escalation: [{ ...step, roles: [] }] })).toContain(
    'escalation must have someone to notify in each entry',
  )
  const shift_ids = [tag.id]
  expect(await refusal('/alert-rules', { ...rule, escalation: [{ ...step, shift_ids }] })).toBe(
    'escalation has a shift that is not in this space',
  )
  expect(await refusal('/alert-rules', { ...rule, notify: { ...NOBODY, shift_ids } })).toBe(
    'notify has a shift that is not in this space',
  )
})
