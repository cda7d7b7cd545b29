import { expect, test } from 'vitest'
import { KEY_HEADER } from '#contract/keys'
import type { KeyPermission } from '#contract/permissions'
import { aDevice, aKey, aSpace } from '../support/builders'
import { CONSOLE_CALLS } from '../support/consoleCalls'
import { serveSpace } from '../support/serve'
import { uplinkOf } from '../support/uplink'

const { server, space } = await serveSpace()
const other = await aSpace(server)
const url = await server.listen()

/** Most heavy calls of one caller, and how many of them run. */
const PLACES = 64
const RUNNING = 2

/** Runs work while nobody can read messages. */
async function whileMessagesAreLocked(work: () => Promise<void>) {
  const client = await server.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('lock table message in access exclusive mode')
    await work()
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

const count = `${url}/v2/spaces/${space.id}/messages/count`
const headers = { Authorization: `Bearer ${space.owner.token}` }

/** Number of counts that the database is running. */
const counting = async () => {
  const { rowCount } = await server.db.$client.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rowCount
}

test('too many heavy calls of a person are refused, and delay neither others nor their own light calls', async () => {
  const asked: Promise<Response>[] = []
  await whileMessagesAreLocked(async () => {
    for (let i = 0; i <= PLACES; i++) asked.push(fetch(count, { headers }))
    const refused = await Promise.race(asked)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('2')
    expect(await refused.text()).toBe('too many calls at a time, try again in 2 seconds')
    expect(await counting()).toBe(RUNNING)
    for (const { id, owner } of [other, space])
      expect((await server.call('GET', `/spaces/${id}/devices`, { token: owner.token })).status).toBe(200)
  })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES)
})

test('a person shares one limit with all keys that they created in any space', async () => {
  const spaces = [space, ...(await Promise.all([1, 2, 3].map(async () => aSpace(server, space.owner))))]
  const permissions: KeyPermission[] = ['space:message:read']
  const keys = await Promise.all(
    spaces.map(async (one) => ({ one, key: await aKey(server, one, { permissions }) })),
  )
  const made = await aKey(server, other, { permissions })
  const countOf = ({ id }: { id: string }) => `${url}/v2/spaces/${id}/messages/count`
  const asked: Promise<Response>[] = []
  await whileMessagesAreLocked(async () => {
    for (const { one, key } of keys) asked.push(fetch(countOf(one), { headers: { [KEY_HEADER]: key.id } }))
    await expect.poll(counting).toBe(RUNNING)
    asked.push(fetch(count, { headers }))
    // Other people have limits of their own: under the person's limit this call would be refused.
    asked.push(fetch(countOf(other), { headers: { [KEY_HEADER]: made.id } }))
    await expect.poll(counting).toBe(RUNNING + 1)
  })
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a waiting call is dropped when its caller disconnects, and frees its place', async () => {
  const leaving = new AbortController()
  const asked: Promise<Response | undefined>[] = []
  await whileMessagesAreLocked(async () => {
    const left = fetch(count, { headers, signal: leaving.signal }).catch(() => undefined)
    for (let i = 1; i < PLACES; i++) asked.push(fetch(count, { headers }))
    // Once one is refused, all places are taken.
    const refused = fetch(count, { headers })
    expect((await Promise.race([...asked, refused]))?.status).toBe(429)
    asked.push(refused)
    const gone = () => server.logged.filter((line) => line.includes('a caller disconnected')).length
    const before = gone()
    leaving.abort()
    await left
    await expect.poll(gone).toBe(before + 1)
    asked.push(fetch(count, { headers }))
  })
  const statuses = (await Promise.all(asked)).map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES)
})

test('a console with five tabs, a gateway and three hundred devices that wake up together never reach the limit', async () => {
  const device = await aDevice(server, space)
  const pages = CONSOLE_CALLS.map((path) => `/spaces/${space.id}${path}`)
  const tabs = Array.from({ length: 5 }, () => ['/profile', '/spaces?limit=1000', ...pages]).flat()
  const send = async (path: string, body: unknown) => server.call('POST', path, { body })
  const answers = await Promise.all([
    ...tabs.map(async (path) => server.call('GET', path, { token: space.owner.token })),
    ...Array.from({ length: 300 }, async () => send('/devices/uplink', uplinkOf(device))),
    ...Array.from({ length: 8 }, async () =>
      send('/devices/uplinks', { uplinks: Array.from({ length: 100 }, () => uplinkOf(device)) }),
    ),
  ])
  expect(answers.filter(({ ok }) => !ok).map(({ status }) => status)).toEqual([])
})
