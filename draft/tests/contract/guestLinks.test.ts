import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import { DAY } from '#contract/common/durations'
import { GUEST_HEADER, GUEST_LINKS_MAX, guestLinksApi, NO_GUEST_LINK } from '#contract/guestLinks'
import { KEY_HEADER } from '#contract/keys'
import { guestLink } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { outcome } from '../support/answers'
import { aDevice, aMember, aSpace, messagesOf } from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { makeCall } from '../support/callRows'
import { aGuestLink, asGuest } from '../support/guests'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token: owner } = space.owner
const links = `/spaces/${space.id}/guest-links`
const secret = 'comment of the device'
const device = await aDevice(server, space, { name: 'pump-one', comment: secret, label: { key: secret } })
await messagesOf(server, device, [
  { level: 1, pressure: 7 },
  { level: 2, pressure: 8 },
])
const history = { kind: 'history', device_id: device.id, paths: ['level'], hours: 24 } as const
const GONE = [401, NO_GUEST_LINK]
const read = async (token: string, path?: string) => outcome(await asGuest(server, token, path))

test('a guest sees the name, the state and the chosen values, and nothing else', async () => {
  const { token, ends_at } = await aGuestLink(server, space, history)
  const answer = await asGuest(server, token)
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(await answer.json()).toEqual({
    kind: 'history',
    name: 'pump-one',
    state: 'on_time',
    last_seen: expect.any(String),
    ends_at,
    hours: 24,
    values: [
      {
        path: 'level',
        label: 'level',
        unit: null,
        decimals: null,
        is_boolean: false,
        last_at: expect.any(String),
        last_value: 2,
      },
    ],
  })
  const points = await (await asGuest(server, token, '/guest/points?width=100')).json()
  expect(points).toEqual([
    {
      path: 'level',
      is_boolean: false,
      is_thinned: false,
      points: [
        [expect.any(Number), 1],
        [expect.any(Number), 2],
      ],
    },
  ])
  const { token: lasts } = await aGuestLink(server, space, { kind: 'device', device_id: device.id, paths: ['level'] })
  expect(await (await asGuest(server, lasts, '/guest/points')).json()).toEqual([])
})

describe('the token of a guest link opens nothing but what the link shows', async () => {
  const filled = await aFilledSpace(server)
  const { token } = await aGuestLink(server, filled.space, {
    kind: 'device',
    device_id: filled.ids.deviceId,
    paths: [],
  })
  const WAYS = {
    guest: { [GUEST_HEADER]: token },
    bearer: { [GUEST_HEADER]: token, Authorization: `Bearer ${token}` },
    key: { [GUEST_HEADER]: token, [KEY_HEADER]: token },
  }
  const others = endpoints.filter(({ access }) => !['public', 'device', 'guest'].includes(access))
  test.each(Object.entries(WAYS))('sent as that of a %s', async (_, headers) => {
    const guest = { call: async (method: string, path: string, options?: object) => server.call(method, path, { ...options, headers }) }
    const answers = []
    for (const endpoint of others) {
      const { status, text } = await makeCall(guest, endpoint, filled, {})
      answers.push([`${endpoint.method} ${endpoint.path}`, status, text])
    }
    const refusals = new Set<string>([AUTH_ERRORS.badToken, AUTH_ERRORS.badKey])
    expect(answers.filter(([, status, text]) => status !== 401 || !refusals.has(String(text)))).toEqual([])
    expect(others.length).toBeGreaterThan(200)
  })
})

test('a link that ended, was revoked, or never was, and one to a device that is gone say the same', async () => {
  const open = async (id: string) => aGuestLink(server, space, { ...history, device_id: id })
  const [ended, revoked] = [await open(device.id), await open(device.id)]
  await server.db.$client.query('update guest_link set ends_at = now() where id = $1', [ended.id])
  const deleted = await server.call('DELETE', `${links}/${revoked.id}`, { token: owner })
  expect(deleted.status).toBe(204)
  const [thrown, moved] = [await aDevice(server, space), await aDevice(server, space)]
  const [ofThrown, ofMoved] = [await open(thrown.id), await open(moved.id)]
  await server.call('DELETE', `/spaces/${space.id}/devices/${thrown.id}`, { token: owner })
  const target = await aSpace(server, space.owner)
  const body = { space_id: target.id }
  const move = await server.call('POST', `/spaces/${space.id}/devices/${moved.id}/move`, { token: owner, body })
  expect(move.status).toBe(200)
  for (const token of [ended.token, revoked.token, ofThrown.token, ofMoved.token, `${ended.token}x`, 'nonsense', ''])
    expect([token, ...(await read(token)), ...(await read(token, '/guest/points'))]).toEqual([token, ...GONE, ...GONE])
  const trash = await server.call('GET', `/spaces/${space.id}/trash`, { token: owner })
  const [entry] = (await trash.json()) as { id: string }[]
  await server.call('POST', `/spaces/${space.id}/trash/restore`, { token: owner, body: { ids: [entry?.id] } })
  expect(await read(ofThrown.token)).toEqual(GONE)
})

test('views are counted once a minute, and the list and the audit log never have the token', async () => {
  const link = await aGuestLink(server, space, history)
  for (let i = 0; i < 3; i++) expect((await asGuest(server, link.token)).status).toBe(200)
  const [, secretPart = ''] = link.token.split('.')
  for (const path of [links, `/spaces/${space.id}/audit`]) {
    const text = await (await server.call('GET', path, { token: owner })).text()
    expect([path, text.includes(link.id), text.includes(secretPart)]).toEqual([path, true, false])
  }
  const listed = guestLinksApi.list.answer.parse(await (await server.call('GET', links, { token: owner })).json())
  expect(listed.find(({ id }) => id === link.id)).toMatchObject({ views: 1, device_name: 'pump-one' })
})

test('a link ends in a year at the latest, and with the time of its maker; a space has a bounded number', async () => {
  const post = async (ends_at: string, token = owner) =>
    outcome(await server.call('POST', links, { token, body: { shows: history, ends_at } }))
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  for (const days of [-1, 367])
    expect(await post(at(days))).toEqual([400, 'ends_at must be in the next 366 days'])
  const guestAdmin = await aMember(server, space, 'admin', { endsAt: new Date(Date.now() + DAY) })
  expect((await post(at(2), guestAdmin.token))[0]).toBe(403)
  expect((await post(at(0.5), guestAdmin.token))[0]).toBe(201)
  const there = await server.db.$count(guestLink)
  const row = { spaceId: space.id, shows: history, deviceId: device.id, createdBy: 'a', endsAt: new Date(at(1)) }
  await server.db.insert(guestLink).values(
    Array.from({ length: GUEST_LINKS_MAX - 1 }, () => ({ ...row, id: newId(), tokenHash: Buffer.from(newId()) })),
  )
  expect(there).toBeGreaterThan(1)
  expect(await post(at(1))).toEqual([400, `a space has at most ${GUEST_LINKS_MAX} guest links`])
  // Those that have ended make room.
  await server.db.$client.query('update guest_link set ends_at = now() where created_by = $1', ['a'])
  expect((await post(at(1)))[0]).toBe(201)
})
