import { expect, test } from 'vitest'
import { alertRulesApi, alertsApi, type Condition } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { NOTICE_DAYS, noticesApi } from '#contract/notices'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { forgetOldNotices } from '../../server/services/notices/notices'
import { aDevice, aMember, aSpace, aUser, type TestSpace, type TestUser } from '../support/builders'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const server = await serve()
type Person = Pick<TestUser, 'token'>

const LOW: Condition = { kind: 'below', path: 'level', limit: 20, end: null, readings: 1, seconds: 0 }

async function aRule(space: TestSpace, name: string) {
  const body = { name, condition: LOW }
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, {
    token: space.owner.token,
    body,
  })
  return alertRulesApi.create.answer.parse(await answer.json())
}

async function send(device: Parameters<typeof anUplink>[1], ...levels: number[]) {
  for (const level of levels) await anUplink(server, device, { body: { level } })
  await findValues(server)
}

/** Creates a space with a device, and a rule for too low values. */
async function aWatchedSpace(name = 'tank nearly empty') {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  return { space, device, rule: await aRule(space, name) }
}

async function noticesOf({ token }: Person, query = '') {
  const answer = await server.call('GET', `/profile/notices${query}`, { token })
  return noticesApi.list.answer.parse(await answer.json())
}
async function unreadOf({ token }: Person, query = '') {
  const answer = await server.call('GET', `/profile/notices/count${query}`, { token })
  return noticesApi.count.answer.parse(await answer.json()).count
}
async function read({ token }: Person, ids: readonly string[] | null) {
  const answer = await server.call('POST', '/profile/notices/read', { token, body: { ids } })
  expect(answer.status).toBe(204)
}

test('everybody in the space gets a notice when an alert opens, and its end in the same line', async () => {
  const { space, device } = await aWatchedSpace()
  const [member, invited] = [
    await aMember(server, space, 'user'),
    await aMember(server, space, 'user', { invited: true }),
  ]
  const stranger = await aUser(server)
  await send(device, 10)
  const [alert] = alertsApi.list.answer.parse(
    await (await server.call('GET', `/spaces/${space.id}/alerts`, { token: space.owner.token })).json(),
  )
  const opened = {
    space_id: space.id,
    space_name: space.name,
    alert_id: alert?.id,
    rule_name: 'tank nearly empty',
    event: 'opened',
    device_count: 1,
    read_at: null,
  }
  for (const person of [space.owner, member]) {
    expect(await noticesOf(person)).toEqual([expect.objectContaining(opened)])
    expect(await unreadOf(person)).toBe(1)
  }
  for (const person of [invited, stranger]) {
    expect(await noticesOf(person)).toEqual([])
    expect(await unreadOf(person)).toBe(0)
  }
  await send(device, 30)
  expect(await noticesOf(member)).toEqual([expect.objectContaining({ ...opened, event: 'ended' })])
  expect(await unreadOf(member)).toBe(1)
  const { rows } = await server.db.$client.query(
    'select distinct event from notice where space_id = $1 and read_at is null',
    [space.id],
  )
  expect(rows).toEqual([{ event: 'ended' }])
})

test('a notice is marked as seen on all devices of the person, for nobody else, and later ones are new', async () => {
  const { space, device } = await aWatchedSpace()
  const member = await aMember(server, space, 'user')
  await send(device, 10)
  const [opened] = await noticesOf(member)
  await read(member, [opened?.id ?? ''])
  await read(member, [opened?.id ?? ''])
  expect(await unreadOf(member)).toBe(0)
  expect((await noticesOf(member))[0]?.read_at).not.toBeNull()
  expect(await unreadOf(space.owner)).toBe(1)
  await send(device, 30)
  expect(await unreadOf(member)).toBe(1)
  expect((await noticesOf(member))[0]).toMatchObject({ event: 'ended', read_at: null })
  await read(member, null)
  expect(await unreadOf(member)).toBe(0)
})

test('an end that came while a person read the opening is still new', async () => {
  const { space, device } = await aWatchedSpace()
  await send(device, 10)
  const shown = await noticesOf(space.owner)
  await send(device, 30)
  await read(
    space.owner,
    shown.map(({ id }) => id),
  )
  expect(await unreadOf(space.owner)).toBe(1)
})

test('notices of all spaces are listed page by page, the newest first', async () => {
  const { space, device } = await aWatchedSpace('first')
  const person = space.owner
  const other = await aWatchedSpace('second')
  await server.db.$client.query('insert into space_user (space_id, user_id, role) values ($1, $2, $3)', [
    other.space.id,
    person.id,
    'user',
  ])
  for (const level of [10, 30, 10, 30]) await send(device, level)
  await send(other.device, 10)
  const all = await noticesOf(person)
  expect(all.map(({ rule_name, event }) => [rule_name, event])).toEqual([
    ['second', 'opened'],
    ['first', 'ended'],
    ['first', 'ended'],
  ])
  expect(await unreadOf(person)).toBe(3)
  expect(await unreadOf(person, '?at_most=2')).toBe(2)
  const first = await noticesOf(person, '?limit=2')
  expect(first).toEqual(all.slice(0, 2))
  expect(await noticesOf(person, `?limit=2&cursor=${first[1]?.id}`)).toEqual(all.slice(2))
})

test('a person who has left a space no longer sees its notices', async () => {
  const { space, device } = await aWatchedSpace()
  const member = await aMember(server, space, 'user')
  await send(device, 10)
  expect(await unreadOf(member)).toBe(1)
  await server.call('DELETE', `/spaces/${space.id}/users/${member.id}`, { token: space.owner.token })
  expect(await noticesOf(member)).toEqual([])
  expect(await unreadOf(member)).toBe(0)
})

const rowsOf = async (space: TestSpace) =>
  (await server.db.$client.query('select from notice where space_id = $1', [space.id])).rowCount

test('notices are deleted with their space, with their person, and after 30 days', async () => {
  const { space, device } = await aWatchedSpace()
  const member = await aMember(server, space, 'user')
  await send(device, 10)
  expect(await rowsOf(space)).toBe(2)
  const admin = await aUser(server, { systemRole: 'admin' })
  const removed = await server.call('DELETE', `/users/${member.id}`, { token: admin.token })
  expect(removed.status).toBe(204)
  expect(await rowsOf(space)).toBe(1)

  const later = (days: number) => ({
    ...server.deps,
    now: () => new Date(server.deps.now().getTime() + days * DAY),
  })
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 90 })
  await forgetOldNotices(later(NOTICE_DAYS - 1))
  expect(await rowsOf(space)).toBe(1)
  await forgetOldNotices(later(NOTICE_DAYS + 1))
  expect(await rowsOf(space)).toBe(0)

  await send(device, 30)
  expect(await rowsOf(space)).toBe(1)
  await server.call('DELETE', `/spaces/${space.id}`, { token: space.owner.token })
  expect(await rowsOf(space)).toBe(0)
})
