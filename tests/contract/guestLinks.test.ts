import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { GUEST_HEADER, type GuestShows, guestLinksApi, NO_GUEST_LINK } from '#contract/guestLinks'
import { KEY_HEADER } from '#contract/keys'
import { trashApi } from '#contract/trash'
import { outcome } from '../support/answers'
import {
  aClaimToken,
  aDevice,
  aMember,
  aSerialNumber,
  aSpace,
  aTag,
  aUser,
  messagesOf,
} from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { makeCall } from '../support/callRows'
import { aGuestLink, asGuest } from '../support/guests'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace({ settings: { trustProxy: true } })
const { token: owner } = space.owner
const links = `/spaces/${space.id}/guest-links`
const secret = 'what nobody outside may know'
const tag = await aTag(server, space)
const device = await aDevice(server, space, {
  name: 'pump-one',
  comment: secret,
  label: { key: secret },
  tags: [tag],
})
await messagesOf(server, device, [
  { level: 1, pressure: 7 },
  { level: 2, pressure: 8 },
])
await findValues(server)
const history = { kind: 'history', device_id: device.id, paths: ['level'], hours: 24 } satisfies GuestShows
const GONE = [404, NO_GUEST_LINK]
const read = async (token: string, path?: string) => outcome(await asGuest(server, token, path))
const statusOf = async (token: string) => (await asGuest(server, token)).status
const listed = async () =>
  guestLinksApi.list.answer.parse(await (await server.call('GET', links, { token: owner })).json())

test('a guest sees the name, the state and the chosen values, and nothing else', async () => {
  const { token, ends_at } = await aGuestLink(server, space, history)
  const answer = await asGuest(server, token)
  expect([answer.headers.get('X-Robots-Tag'), answer.headers.get('Cache-Control')]).toEqual([
    'noindex',
    'no-store',
  ])
  const view = {
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
  }
  expect(await answer.json()).toEqual(view)
  const points = [
    {
      path: 'level',
      is_boolean: false,
      is_thinned: false,
      summary: { count: 2, least: 1, greatest: 2, mean: 1.5 },
      points: [
        [expect.any(Number), 1],
        [expect.any(Number), 2],
      ],
    },
  ]
  expect(await (await asGuest(server, token, '/guest/points?width=100')).json()).toEqual(points)
  // Nothing else can be asked for.
  const more = `device_id=${device.id}&after=2000-01-01T00:00:00Z&hours=9000&space_id=${space.id}`
  expect(await (await asGuest(server, token, `/guest?path=pressure&${more}`)).json()).toEqual(view)
  for (const asked of ['path=pressure', ...more.split('&')]) {
    const answer = await asGuest(server, token, `/guest/points?width=100&${asked}`)
    const isRefused = answer.status === 400
    expect([asked, isRefused || (await answer.json())]).toEqual([asked, isRefused || points])
  }
  const { token: lasts } = await aGuestLink(server, space, {
    kind: 'device',
    device_id: device.id,
    paths: ['pressure', 'level', 'unknown'],
  })
  expect(await (await asGuest(server, lasts)).json()).toMatchObject({
    hours: null,
    values: [
      { path: 'pressure', last_value: 8 },
      { path: 'level', last_value: 2 },
    ],
  })
  expect(await read(lasts, '/guest/points')).toEqual([200, '[]'])
})

describe('the token of a guest link opens nothing but what the link shows', async () => {
  const filled = await aFilledSpace(server)
  const { token } = await aGuestLink(server, filled.space, {
    kind: 'device',
    device_id: filled.ids.deviceId,
    paths: [],
  })
  const [, secretPart = ''] = token.split('.')
  const basic = `Basic ${Buffer.from(`guest:${token}`).toString('base64')}`
  const PLACES: Record<string, Record<string, string>> = {
    'its own header': { [GUEST_HEADER]: token },
    'a bearer token': { Authorization: `Bearer ${token}` },
    'a bearer token without the space': { Authorization: `Bearer ${secretPart}` },
    'a key': { [KEY_HEADER]: token },
    'a key as authorization': { Authorization: `ApiKey ${token}` },
    'a password': { Authorization: basic },
    'a cookie': { Cookie: `token=${token}; access_token=${token}; session=${token}` },
    'all headers': { [GUEST_HEADER]: token, Authorization: `Bearer ${token}`, [KEY_HEADER]: token },
  }
  const OPEN: ReadonlySet<Endpoint['access']> = new Set(['public', 'device', 'guest'])
  const closed = endpoints.filter(({ access }) => !OPEN.has(access))
  const answersWith = async (of: readonly Endpoint[], headers: Record<string, string>, query = '') => {
    const call: typeof server.call = async (method, path, options) =>
      server.call(method, path + (query && `${path.includes('?') ? '&' : '?'}${query}`), {
        ...options,
        headers,
      })
    const answers = []
    for (const endpoint of of) {
      const { status } = await makeCall({ call }, endpoint, filled, {})
      if (status !== 401) answers.push([endpoint.method, endpoint.path, status])
    }
    return answers
  }

  test.each(Object.entries(PLACES))('sent as %s', async (_place, headers) => {
    expect(await answersWith(closed, headers)).toEqual([])
  })
  test('sent as a parameter', async () => {
    const query = ['token', 'access_token', 'key', 'api_key', 'guest'].map((name) => `${name}=${token}`)
    expect(await answersWith(closed, {}, query.join('&'))).toEqual([])
    expect(closed.length).toBeGreaterThan(200)
  })
  test('sent in the body of a call that anybody may make', async () => {
    const takes = endpoints.filter(({ access, body }) => body && (access === 'public' || access === 'device'))
    const body = Object.fromEntries(
      ['token', 'code', 'state', 'password', 'serial_number', 'id', 'browser'].map((name) => [name, token]),
    )
    const all = { ...body, email: 'guest@example.com', new_password: secret, language: 'en' }
    const accepted = []
    for (const { method, path } of takes) {
      const answer = await server.call(method.toUpperCase(), path, {
        body: path === '/devices/uplinks' ? { uplinks: [{ ...all, type: 'data', body: '{}' }] } : all,
        headers: { 'X-Forwarded-For': '192.0.2.9' },
      })
      const text = await answer.text()
      if (answer.status < 400 && !text.includes('"error"')) accepted.push([path, text.includes('token":"')])
    }
    // Its answer depends on nothing that is sent.
    expect(accepted).toEqual([['/profile/password/forgot', false]])
  })
})

test('all links that show nothing say the same', async () => {
  const open = async (id: string) => aGuestLink(server, space, { ...history, device_id: id })
  const [ended, revoked] = [await open(device.id), await open(device.id)]
  await server.db.$client.query('update guest_link set ends_at = now() where id = $1', [ended.id])
  const revoke = async () => server.call('DELETE', `${links}/${revoked.id}`, { token: owner })
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404])
  const [thrown, moved, replaced] = [
    await aDevice(server, space),
    await aDevice(server, space),
    await aDevice(server, space),
  ]
  const [ofThrown, ofMoved, ofReplaced] = [
    await open(thrown.id),
    await open(moved.id),
    await open(replaced.id),
  ]
  await server.call('DELETE', `/spaces/${space.id}/devices/${thrown.id}`, { token: owner })
  const target = await aSpace(server, space.owner)
  const change = async (id: string, what: string, body: object) => {
    const answer = await server.call('POST', `/spaces/${space.id}/devices/${id}/${what}`, {
      token: owner,
      body,
    })
    expect([what, answer.status, answer.ok || (await answer.text())]).toEqual([what, 200, true])
  }
  await change(moved.id, 'move', { space_id: target.id })
  await change(replaced.id, 'replace', { serial_number: aSerialNumber(), token: aClaimToken() })
  const dead = [ended, revoked, ofThrown, ofMoved].map(({ token }) => token)
  for (const token of [...dead, `${ofReplaced.token}x`, 'nonsense', ''])
    expect([token, ...(await read(token)), ...(await read(token, '/guest/points'))]).toEqual([
      token,
      ...GONE,
      ...GONE,
    ])
  // New hardware is the same device. One from the trash, or from another space, needs a new link.
  expect(await statusOf(ofReplaced.token)).toBe(200)
  const trash = await server.call('GET', `/spaces/${space.id}/trash`, { token: owner })
  const [entry] = trashApi.list.answer.parse(await trash.json())
  await server.call('POST', `/spaces/${space.id}/trash/restore`, { token: owner, body: { ids: [entry?.id] } })
  expect(await read(ofThrown.token)).toEqual(GONE)
  expect((await listed()).map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [ended.id, 'ended'],
      [ofReplaced.id, 'active'],
    ]),
  )
})

test('a link shows no more than its maker may read', async () => {
  const maker = await aMember(server, space, 'admin')
  const { id, token } = await aGuestLink(server, { ...space, owner: maker }, history)
  const seen = async () => [
    await statusOf(token),
    (await listed()).find((link) => link.id === id)?.state ?? null,
  ]
  expect(await seen()).toEqual([200, 'active'])
  const member = 'space_id = $1 and user_id = $2'
  const set = async (what: string) =>
    server.db.$client.query(`update space_user set ${what} where ${member}`, [space.id, maker.id])
  await set("role = 'user'")
  expect(await seen()).toEqual([200, 'active'])
  await set("permissions = '{space:device:read}'")
  expect(await seen()).toEqual([404, 'withdrawn'])
  await set('permissions = null, is_limited = true')
  expect(await seen()).toEqual([404, 'withdrawn'])
  const give = 'insert into space_user_tag (space_id, space_user_id, tag_id) values ($1, $2, $3)'
  await server.db.$client.query(give, [space.id, maker.id, tag.id])
  expect(await seen()).toEqual([200, 'active'])
  await set('ends_at = now()')
  expect(await seen()).toEqual([404, 'withdrawn'])
  await server.db.$client.query(`delete from space_user where ${member}`, [space.id, maker.id])
  expect(await seen()).toEqual([404, 'withdrawn'])
  await server.db.$client.query('delete from app_user where id = $1', [maker.id])
  expect(await seen()).toEqual([404, null])
  const system = await aUser(server, { systemRole: 'admin' })
  expect(await statusOf((await aGuestLink(server, { ...space, owner: system }, history)).token)).toBe(200)
})

test('views are counted once a minute, and nothing but the first answer has the token', async () => {
  const link = await aGuestLink(server, space, history)
  await Promise.all(Array.from({ length: 5 }, () => statusOf(link.token)))
  const find = async () => (await listed()).find(({ id }) => id === link.id)
  expect(await find()).toMatchObject({ views: 1, device_name: 'pump-one', created_by: space.owner.email })
  await server.db.$client.query("update guest_link set last_viewed_at = now() - interval '1 minute'")
  await statusOf(link.token)
  expect((await find())?.views).toBe(2)
  await server.call('DELETE', `${links}/${link.id}`, { token: owner })
  const [, secretPart = ''] = link.token.split('.')
  const log = await (await server.call('GET', `/spaces/${space.id}/audit?limit=5`, { token: owner })).text()
  for (const action of ['guestLink.create', 'guestLink.revoke']) expect(log).toContain(action)
  for (const text of [log, JSON.stringify(await listed())]) expect(text).not.toContain(secretPart)
  const { rows } = await server.db.$client.query('select row_to_json(l)::text as all from guest_link l')
  expect(JSON.stringify(rows)).not.toContain(secretPart)
})

test('a link ends in a year at the latest, and shows a few values of a device of its space', async () => {
  const post = async (shows: object, ends_at: string | null = null) =>
    outcome(await server.call('POST', links, { token: owner, body: { shows, ends_at } }))
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  for (const days of [-1, 367])
    expect(await post(history, at(days))).toEqual([400, 'ends_at must be in the next 366 days'])
  expect(Date.parse((await aGuestLink(server, space, history)).ends_at) - Date.now()).toBeLessThan(8 * DAY)
  const elsewhere = await aDevice(server, await aSpace(server, space.owner))
  const noDevice = [400, 'shows.device_id is the id of no device in this space']
  expect(await post({ ...history, device_id: elsewhere.id })).toEqual(noDevice)
  const refused = await Promise.all([
    post({ ...history, paths: Array.from({ length: 9 }, (_, i) => `p${i}`) }),
    post({ ...history, paths: [] }),
    post({ ...history, hours: 9000 }),
    post({ ...history, kind: 'space' }),
  ])
  expect(refused).toEqual([
    [400, 'shows.paths must have at most 8 paths'],
    [400, 'shows.paths must have at least one path'],
    [400, 'shows.hours must be at most 8784'],
    [400, 'shows.kind has a wrong form'],
  ])
})

test('guests of one link, and of one address, are limited', async () => {
  const { token } = await aGuestLink(server, space, history)
  const from = async (address: string, sent: string) =>
    server.call('GET', '/guest', { headers: { [GUEST_HEADER]: sent, 'X-Forwarded-For': address } })
  const allFrom = async (addresses: readonly string[], sent: string) =>
    Promise.all(addresses.map(async (address) => from(address, sent)))
  const guesses = await allFrom(
    Array.from({ length: 200 }, () => '192.0.2.1'),
    'a guess',
  )
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
  expect((await from('192.0.2.2', token)).status).toBe(200)
  const world = await allFrom(
    Array.from({ length: 200 }, (_, i) => `198.51.${Math.floor(i / 250)}.${i % 250}`),
    token,
  )
  expect(new Set(world.map(({ status }) => status))).toEqual(new Set([200, 429]))
  const refusal = world.find(({ status }) => status === 429) ?? Response.error()
  expect([refusal.headers.get('Retry-After'), ...(await outcome(refusal))]).toEqual([
    '2',
    429,
    'too many calls, try again in 2 seconds',
  ])
  const other = await aGuestLink(server, space, history)
  expect((await from('192.0.2.4', other.token)).status).toBe(200)
})
