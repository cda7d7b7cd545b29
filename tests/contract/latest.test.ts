import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { type Device, devicesApi } from '#contract/devices'
import { latestApi, seriesApi } from '#contract/series'
import { aDevice, aKey, aSpace, aTag } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner

type Space = Pick<typeof space, 'id' | 'owner'>

const at = (path: string, { id }: Pick<Space, 'id'> = space) => `/spaces/${id}${path}`

const latestOf = (devices: readonly Pick<Device, 'id'>[], ...paths: string[]) => {
  const query = new URLSearchParams()
  for (const { id } of devices) query.append('device_id[]', id)
  for (const path of paths) query.append('path[]', path)
  return at(`/series/latest?${query}`)
}

/** Creates a space with devices that sent these levels. */
async function devicesWith(levels: readonly (number | null)[]) {
  const owner = await aSpace(server)
  const devices = []
  for (const level of levels) {
    const device = await aDevice(server, owner)
    if (level !== null) await anUplink(server, device, { body: { level } })
    devices.push(device)
  }
  await findValues(server)
  return { owner, devices }
}

/** Moves a device of a space to another one. */
async function moveAway(from: Space, { id }: Pick<Device, 'id'>) {
  const { id: spaceId } = await aSpace(server, from.owner)
  const moved = await server.call('POST', at(`/devices/${id}/move`, from), {
    token: from.owner.token,
    body: { space_id: spaceId },
  })
  expect(moved.status).toBe(200)
}

test('a space lists the values that its devices measure, and how many devices do', async () => {
  const owner = await aSpace(server)
  const [first, second] = [await aDevice(server, owner), await aDevice(server, owner)]
  await anUplink(server, first, { body: { tank: { level: 1 }, door: true } })
  await anUplink(server, second, { body: { tank: { level: 2 } } })
  const away = await aDevice(server, owner)
  await anUplink(server, away, { body: { tank: { level: 3 }, elsewhere: 1 } })
  await findValues(server)
  await moveAway(owner, away)
  const answer = await server.call('GET', at('/series', owner), { token: owner.owner.token })
  const last_at = expect.stringMatching(/^\d{4}-.*Z$/)
  const plain = { unit: null, decimals: null, is_pinned: false, is_hidden: false, last_at }
  expect(latestApi.paths.answer.parse(await answer.json())).toEqual([
    { ...plain, path: 'door', label: 'door', is_boolean: true, device_count: 1, least: 1, greatest: 1 },
    {
      ...plain,
      path: 'tank.level',
      label: 'level',
      is_boolean: false,
      device_count: 2,
      least: 1,
      greatest: 2,
    },
  ])
})

test('last values of several devices come in one answer, with the last day, and missing ones are left out', async () => {
  const devices = [await aDevice(server, space), await aDevice(server, space)]
  const stranger = await aDevice(server, await aSpace(server))
  const now = new Date()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()
  const measurements = [30, 2, 1].map((hours) => ({ timestamp: hoursAgo(hours), level: hours }))
  await anUplink(server, devices[0] ?? stranger, { body: { measurements } })
  await findValues(server)
  const answer = await server.call('GET', latestOf([...devices, stranger], 'measurements.level', 'other'), {
    token,
  })
  expect(latestApi.latest.answer.parse(await answer.json())).toEqual([
    {
      device_id: devices[0]?.id,
      path: 'measurements.level',
      is_boolean: false,
      last_value: 1,
      last_at: hoursAgo(1),
      points: [2, 1].map((hours) => [Date.parse(hoursAgo(hours)), hours]),
    },
  ])
})

describe('a reading that is ahead of the clock', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  const lastOf = async (device: Pick<Device, 'id'>) => {
    await findValues(server)
    const latest = await server.call('GET', latestOf([device], 'level'), { token })
    const series = await server.call('GET', at(`/devices/${device.id}/series`), { token })
    return [
      ...latestApi.latest.answer.parse(await latest.json()),
      ...seriesApi.list.answer.parse(await series.json()),
    ].map(({ last_value }) => last_value)
  }

  test('is not the last one when there are others, and stays in the history', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { level: 99 }, at: inHours(20) })
    // It is the only one.
    expect(await lastOf(device)).toEqual([99, 99])
    await anUplink(server, device, { body: { level: 1 } })
    expect(await lastOf(device)).toEqual([1, 1])
    await anUplink(server, device, { body: { level: 98 }, at: inHours(10) })
    await anUplink(server, device, { body: { level: 2 } })
    expect(await lastOf(device)).toEqual([2, 2])
    await anUplink(server, device, { body: { level: 97 }, at: inHours(21) })
    expect(await lastOf(device)).toEqual([2, 2])
    for (const days of ['1', '400']) {
      const query = new URLSearchParams({
        'device_id[]': device.id,
        'path[]': 'level',
        after: inHours(-24 * Number(days)),
        before: inHours(24),
        width: '300',
      })
      const points = await server.call('GET', at(`/series/points?${query}`), { token })
      expect(
        seriesApi.points.answer.parse(await points.json())[0]?.points.map(([, value]) => value),
      ).toContain(97)
    }
  })

  test('is the last one when it is ahead only by the tolerance', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { level: 1 } })
    await anUplink(server, device, { body: { level: 2 }, at: inHours(0.01) })
    expect(await lastOf(device)).toEqual([2, 2])
  })
})

test('devices are sorted by their last value, with those without it last, across pages', async () => {
  const { owner, devices } = await devicesWith([2, null, 10, 1])
  const idOf = (i: number) => devices[i]?.id ?? ''
  const pageOf = async (query: string) => {
    const answer = await server.call('GET', at(`/devices?sort_by=series&series_path=level&${query}`, owner), {
      token: owner.owner.token,
    })
    return devicesApi.list.answer.parse(await answer.json()).map(({ id }) => id)
  }
  expect(await pageOf('order_by=asc')).toEqual([idOf(3), idOf(0), idOf(2), idOf(1)])
  expect(await pageOf('order_by=desc')).toEqual([idOf(2), idOf(0), idOf(3), idOf(1)])
  expect(await pageOf(`order_by=asc&limit=2&cursor=${idOf(0)}`)).toEqual([idOf(2), idOf(1)])
})

test.each(['asc', 'desc'] as const)(
  'pages by a value have each device once, even with equal values and with none: %s',
  async (order) => {
    const { owner, devices } = await devicesWith([null, 5, 5, 1, null, 5, null, -3])
    const away = await aDevice(server, owner)
    await anUplink(server, away, { body: { level: 5 } })
    await findValues(server)
    await moveAway(owner, away)
    const pageOf = async (more: string) => {
      const path = at(`/devices?sort_by=series&series_path=level&order_by=${order}&limit=2${more}`, owner)
      const answer = await server.call('GET', path, { token: owner.owner.token })
      return devicesApi.list.answer.parse(await answer.json()).map(({ id }) => id)
    }
    const ascending = [7, 3, 1, 2, 5]
    const bare = [0, 4, 6]
    const expected =
      order === 'asc' ? [...ascending, ...bare] : [...ascending.toReversed(), ...bare.toReversed()]
    const all = expected.map((i) => devices[i]?.id ?? '')
    const byCursor: string[] = []
    for (let page = await pageOf(''); page.length > 0; page = await pageOf(`&cursor=${page.at(-1)}`))
      byCursor.push(...page)
    expect(byCursor).toEqual(all)
    const pages = await Promise.all([0, 2, 4, 6, 8].map(async (before) => pageOf(`&offset=${before}`)))
    expect(pages.flat()).toEqual(all)
  },
)

test('a sort by values needs the path of the values, and the permission to read them', async () => {
  const noPath = await server.call('GET', at('/devices?sort_by=series'), { token })
  expect([noPath.status, await noPath.text()]).toEqual([400, 'series_path is required with sort_by=series'])
  const key = await aKey(server, space, { permissions: ['space:device:read'] })
  const refused = await server.call('GET', at('/devices?sort_by=series&series_path=level'), { key: key.id })
  expect(refused.status).toBe(403)
})

test('a key with tags gets only the values of its devices', async () => {
  const tag = await aTag(server, space)
  const seen = await aDevice(server, space, { tags: [{ id: tag.id }] })
  const unseen = await aDevice(server, space)
  await anUplink(server, seen, { body: { visible: 1 } })
  await anUplink(server, unseen, { body: { hidden: 1 } })
  await findValues(server)
  const { id: key } = await aKey(server, space, {
    permissions: ['space:message:series:read'],
    tags: [{ id: tag.id }],
  })
  const paths = await server.call('GET', at('/series'), { key })
  expect(latestApi.paths.answer.parse(await paths.json())).toMatchObject([
    { path: 'visible', device_count: 1 },
  ])
  const latest = await server.call('GET', latestOf([seen, unseen], 'visible', 'hidden'), { key })
  expect(latestApi.latest.answer.parse(await latest.json())).toMatchObject([{ path: 'visible' }])
})
