import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Audience, alertRulesApi, alertsApi, type Condition } from '#contract/alerts'
import { plainSetting } from '#contract/series'
import { smtpTransport } from '../../server/services/mail/transport'
import { aDevice, aMember, aUser } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { startMailbox } from '../support/mailbox'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const { server, space } = await serveSpace({ mail: smtpTransport(mailbox.url) })
const { token } = space.owner
const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to.includes(email))
const at = (path: string) => `/spaces/${space.id}${path}`

async function aRule(condition: Condition, devices: readonly { id: string }[], notify: Partial<Audience>) {
  const scope = { kind: 'devices', device_ids: devices.map(({ id }) => id) }
  const body = { name: 'tank nearly empty', condition, scope, notify }
  const answer = await server.call('POST', at('/alert-rules'), { token, body })
  return alertRulesApi.create.answer.parse(await answer.json())
}

const empty: Condition = { kind: 'below', path: 'tank.level', limit: 20, end: null, readings: 1, seconds: 0 }

async function send(device: Parameters<typeof anUplink>[1], ...levels: number[]) {
  for (const level of levels) await anUplink(server, device, { body: { tank: { level } } })
  await findValues(server)
  server.deps.dueMail.ring()
}

test('people whom a rule names get an e-mail when an alert opens, and another when it ends', async () => {
  const chosen = await aMember(server, space, 'user', { user: await aUser(server, { language: 'cs' }) })
  const other = await aMember(server, space, 'user')
  const device = await aDevice(server, space, { name: 'reservoir-north' })
  await aRule(empty, [device], { user_ids: [chosen.id] })
  await send(device, 12.5)
  const opened = await mailbox.newest(chosen.email)
  expect(opened.headers.get('subject')).toBe(
    `Spaceport, upozornění v prostoru ${space.name}: tank nearly empty (1 zařízení)`,
  )
  expect(opened.text).toMatch(/reservoir-north: level 12,5, od /)
  // A person who can only read cannot acknowledge it.
  expect(opened.link).toMatch(new RegExp(`/space/${space.id}/alerts/[0-9a-f-]+$`))
  expect(opened.text).toContain('Uvidíte tam, kdo ho řeší.')
  await send(device, 30)
  const over = await mailbox.newest(chosen.email, 2)
  expect(over.headers.get('subject')).toContain('vyřešené upozornění')
  expect(mailsTo(other.email)).toEqual([])
})

test('what flaps is one e-mail more, and a device that joins is notified although the alert was not', async () => {
  const person = await aMember(server, space, 'user')
  const [pump, tank] = [await aDevice(server, space), await aDevice(server, space)]
  const rule = await aRule(empty, [pump, tank], { user_ids: [person.id] })
  const alertsOf = async () => {
    const answer = await server.call('GET', at(`/alerts?rule_id=${rule.id}`), { token })
    return alertsApi.list.answer.parse(await answer.json())
  }
  const subjectOf = async (count: number) =>
    (await mailbox.newest(person.email, count)).headers.get('subject') ?? ''
  for (const [sent, level] of [10, 30, 10, 30, 10].entries()) {
    await send(pump, level)
    await subjectOf(sent + 1)
  }
  expect(await subjectOf(5)).toContain('tank nearly empty is flapping, 3 times since')
  await send(pump, 30, 10)
  const [first, fourth] = [(await alertsOf()).at(-1), (await alertsOf())[0]]
  const flapping = { times: 4, since: first?.opened_at }
  expect([first?.flapping, fourth]).toMatchObject([null, { flapping, devices: [{ flapping }] }])
  await send(tank, 10)
  expect(await subjectOf(6)).toContain('(2 devices)')
  expect(await alertsOf()).toMatchObject([{ id: fourth?.id, device_count: 2, flapping }, {}, {}, {}])
})

test('openings of which nobody was told, and those before a change of the rule, do not flap', async () => {
  const person = await aMember(server, space, 'user')
  const pump = await aDevice(server, space)
  const rule = await aRule(empty, [pump], { user_ids: [person.id] })
  const subjectOf = async (count: number) =>
    (await mailbox.newest(person.email, count)).headers.get('subject') ?? ''
  // These are over before they are evaluated.
  for (let n = 0; n < 3; n++) await send(pump, 10, 30)
  for (const [sent, level] of [10, 30, 10, 30].entries()) {
    await send(pump, level)
    expect(await subjectOf(sent + 1)).toContain(level < 20 ? 'alert in' : 'resolved')
  }
  const body = { condition: { ...empty, limit: 21 } }
  expect((await server.call('PUT', at(`/alert-rules/${rule.id}`), { token, body })).status).toBe(200)
  await send(pump, 10)
  expect(await subjectOf(5)).toContain('tank nearly empty (1 device)')
})

test('each person gets it in the language and time zone of their last browser, or of their profile', async () => {
  const people = await Promise.all([1, 2, 3].map(() => aMember(server, space, 'user')))
  const [prague, newYork, own] = people
  if (!prague || !newYork || !own) throw new Error('Somebody is missing.')
  const use = async (person: { token: string }, language: string, timezone: string) =>
    server.call('PUT', '/profile/locale', { token: person.token, body: { language, timezone } })
  await use(prague, 'en', 'Asia/Tokyo')
  expect((await use(prague, 'cs', 'Europe/Prague')).status).toBe(204)
  await use(newYork, 'en', 'America/New_York')
  await use(own, 'en', 'America/New_York')
  await server.call('PUT', '/profile', { token: own.token, body: { timezone: 'Asia/Tokyo' } })
  const refused = await use(own, 'en', 'Mars/X')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'timezone must be the name of a time zone that the server knows, like Europe/Prague',
  ])
  expect((await use(own, 'en', '')).status).toBe(400)
  const device = await aDevice(server, space)
  await aRule(empty, [device], { user_ids: people.map(({ id }) => id) })
  await send(device, 10)
  expect((await mailbox.newest(prague.email)).text).toMatch(/Od: .* \(Europe\/Prague\)/)
  expect((await mailbox.newest(newYork.email)).text).toMatch(/since .*\(America\/New_York\)/)
  expect((await mailbox.newest(own.email)).text).toMatch(/since .*\(Asia\/Tokyo\)/)
})

test('language and time zone are written only when the browser sends other ones', async () => {
  const person = await aUser(server)
  const say = async () =>
    server.call('PUT', '/profile/locale', {
      token: person.token,
      body: { language: 'cs', timezone: 'Europe/Prague' },
    })
  const place = async () =>
    (await server.db.execute(sql`select ctid::text from app_user where id = ${person.id}`)).rows
  await say()
  const before = await place()
  await say()
  expect(await place()).toEqual(before)
})

test('an e-mail shows the digits of small values, and as many as the space shows', async () => {
  const person = await aMember(server, space, 'user')
  const device = await aDevice(server, space, { name: 'leak' })
  await aRule(empty, [device], { user_ids: [person.id] })
  await send(device, 0.000_004_92)
  expect((await mailbox.newest(person.email)).text).toContain('leak: level 0.00000492, since ')
  const series = [{ ...plainSetting('tank.level'), unit: 'm', decimals: 2 }]
  await server.call('PUT', at('/series/settings'), { token, body: { series } })
  await send(device, 30)
  expect((await mailbox.newest(person.email, 2)).text).toContain('leak: level 0.00\u00a0m, since ')
  await server.call('PUT', at('/series/settings'), { token, body: { series: [] } })
})

test('an e-mail asks those to acknowledge an alert who may when it is sent', async () => {
  const person = await aMember(server, space, 'user')
  const role = { token, body: { space_role: 'admin' } }
  expect((await server.call('PUT', at(`/users/${person.id}`), role)).status).toBe(200)
  const device = await aDevice(server, space)
  await aRule(empty, [device], { user_ids: [person.id] })
  await send(device, 10)
  const opened = await mailbox.newest(person.email)
  expect(opened.link).toMatch(new RegExp(`/space/${space.id}/alerts/[0-9a-f-]+\\?acknowledge=true$`))
  expect(opened.text).toContain('If you take it on, acknowledge it there')
})

test('nobody is notified of an alert that ended before it was evaluated, and a late e-mail does not call it open', async () => {
  const person = await aMember(server, space, 'user')
  const device = await aDevice(server, space)
  await aRule(empty, [device], { user_ids: [person.id] })
  await send(device, 30, 10, 30)
  await send(device, 10)
  const opened = await mailbox.newest(person.email)
  expect(opened.headers.get('subject')).toContain('alert in')
  await send(device, 30)
  const over = await mailbox.newest(person.email, 2)
  expect(over.headers.get('subject')).toContain('alert resolved in')

  // While another e-mail is being sent, nobody takes the next one.
  const release = mailbox.hold()
  const [other, busy] = [await aMember(server, space, 'user'), await aDevice(server, space)]
  await aRule(empty, [busy], { user_ids: [other.id] })
  const late = await aDevice(server, space)
  await aRule(empty, [late], { user_ids: [person.id] })
  const offered = mailbox.attempts() + 1
  await send(busy, 10)
  await mailbox.offered(offered)
  await send(late, 10)
  await server.db.$client.query(
    `update mail set due_at = now() + interval '1 hour' where user_id = $1 and state = 'waiting'`,
    [person.id],
  )
  await send(late, 30)
  release()
  await mailbox.newest(person.email, 3)
  await server.db.$client.query('update mail set due_at = now() where user_id = $1', [person.id])
  server.deps.dueMail.ring()
  await expect
    .poll(async () => {
      const { rowCount } = await server.db.$client.query(
        `select from mail where user_id = $1 and state in ('waiting', 'sending')`,
        [person.id],
      )
      return rowCount
    })
    .toBe(0)
  expect(mailsTo(person.email)).toHaveLength(3)
})

test('people are notified that an alert ended because its rule was changed', async () => {
  const person = await aMember(server, space, 'user')
  const device = await aDevice(server, space)
  const rule = await aRule(empty, [device], { user_ids: [person.id] })
  await send(device, 10)
  await mailbox.newest(person.email)
  await server.call('PUT', at(`/alert-rules/${rule.id}`), { token, body: { enabled: false } })
  server.deps.dueMail.ring()
  const over = await mailbox.newest(person.email, 2)
  expect(over.text).toContain('was changed, which resolved its alert. The condition may persist.')
})

test('an outage of many devices is one e-mail, which gives their number', async () => {
  const person = await aMember(server, space, 'user')
  const devices = await Promise.all(Array.from({ length: 12 }, () => aDevice(server, space)))
  await aRule({ kind: 'silent', seconds: 600 }, devices, { user_ids: [person.id] })
  for (const device of devices) await anUplink(server, device)
  for (let minutes = 0; minutes <= 11; minutes++) {
    const now = new Date(server.deps.now().getTime() + minutes * 60_000)
    await evaluateDue(server, () => now)
  }
  // They are due when they were evaluated.
  await server.db.$client.query('update mail set due_at = now() where user_id = $1', [person.id])
  server.deps.dueMail.ring()
  const opened = await mailbox.newest(person.email)
  expect(opened.headers.get('subject')).toContain('(12 devices)')
  expect(opened.text).toMatch(/silent since/)
  expect(opened.text).toContain('And: 2 more devices')
  expect(mailsTo(person.email)).toHaveLength(1)
})

test('a person who has left the space gets none, and a rule cannot name people outside of it', async () => {
  const [leaving, staying] = [await aMember(server, space, 'user'), await aMember(server, space, 'user')]
  const device = await aDevice(server, space)
  const rule = await aRule(empty, [device], { user_ids: [leaving.id, staying.id] })
  await server.call('DELETE', at(`/users/${leaving.id}`), { token })
  await send(device, 1)
  await mailbox.newest(staying.email)
  expect(mailsTo(leaving.email)).toEqual([])
  const notify = (...ids: string[]) => ({ token, body: { notify: { roles: [], user_ids: ids } } })
  const path = at(`/alert-rules/${rule.id}`)
  expect((await server.call('PUT', path, notify(leaving.id))).status).toBe(200)
  const stranger = await server.call('PUT', path, notify('01890000-0000-7000-8000-000000000000'))
  expect([stranger.status, await stranger.text()]).toEqual([
    400,
    'notify has a person who is not in this space',
  ])
})
