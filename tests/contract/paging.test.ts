import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEVICE_SORTS, type Device, deviceStateSchema, devicesApi, stateAt } from '#contract/devices'
import { device, deviceContact, deviceTag } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aTag } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()

/** Values of the sortable columns: only a few, so that many devices have equal ones. */
const values = fc.record({
  name: fc.constantFrom('aaa', 'aaa0', 'a-a', 'zzz'),
  serialNumber: fc.constantFrom('0000000001', '0000000002', '9999999999'),
  externalId: fc.constantFrom(null, '', 'a', 'B', 'é'),
})

const lastUplink = fc.record({
  sessionId: fc.constantFrom(0, 1, 1_795_000_000, 4_000_000_000),
  lastSeen: fc.constantFrom(
    null,
    new Date('1970-01-01T00:00:00.000Z'),
    new Date('2026-11-21T08:00:00.001Z'),
    new Date('2026-11-21T08:00:00.002Z'),
  ),
})

/** Each device is expected, late and silent some time after its last message, some of them after a century. */
const contact = fc
  .tuple(lastUplink, fc.constantFrom([1, 2, 3], [1, 2, 4e9], [60, 1e9, 4e9], [4e9, 5e9, 6e9]))
  .map(([row, [expected = 0, late = 0, silent = 0]]) => {
    const after = (seconds: number) => row.lastSeen && new Date(row.lastSeen.getTime() + seconds * 1000)
    return Object.assign(row, { expectedAt: after(expected), lateAt: after(late), silentAt: after(silent) })
  })

/** Numbers of devices in the space, and of those moved away. */
const [HERE, GONE] = [60, 9]
const spaceId = space.id
const rows = fc
  .sample(fc.tuple(values, contact), HERE + GONE)
  .map(([own, contactRow], i) => ({ id: newId(), own, contactRow, movedAt: i < HERE ? null : new Date() }))
await server.db
  .insert(device)
  .values(rows.map(({ id, own, movedAt }) => Object.assign(own, { spaceId, id, movedAt })))
await server.db
  .insert(deviceContact)
  .values(rows.map(({ id, contactRow }) => Object.assign(contactRow, { spaceId, deviceId: id })))
const tag = await aTag(server, space)
await server.db
  .insert(deviceTag)
  .values(rows.slice(HERE / 3, HERE / 2).map(({ id: deviceId }) => ({ spaceId, deviceId, tagId: tag.id })))

type Filters = Partial<Record<'name' | 'serial_number' | 'tag_ids' | 'moved', string> & { state: string[] }>

const searchOf = (query: Record<string, string | number | string[]>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  )

async function page(query: Record<string, string | number | string[]>): Promise<Device[]> {
  const answer = await server.call('GET', `/spaces/${space.id}/devices?${searchOf(query)}`, {
    token: space.owner.token,
  })
  expect(answer.status).toBe(200)
  return devicesApi.list.answer.parse(await answer.json())
}

const idsOf = (devices: Device[]) => devices.map(({ id }) => id)

/** Worst state first, and within a state the longest. */
const stateKey = ({ contact }: Device) =>
  `${deviceStateSchema.options.indexOf(contact?.state ?? 'never')} ${contact?.since ?? ''}`

/** The documented order: text by code point, null first, equal ones by id. */
function compare(a: Device, b: Device, sort: (typeof DEVICE_SORTS)[number]): number {
  const key = (device: Device) => (sort === 'state' ? stateKey(device) : (device[sort] ?? ''))
  const [left, right] = [key(a), key(b)]
  if (left === right) return a.id < b.id ? -1 : 1
  return left < right ? -1 : 1
}

const sorts = fc.record({
  sort_by: fc.constantFrom(...DEVICE_SORTS),
  order_by: fc.constantFrom('asc' as const, 'desc' as const),
})

test('a full page is in the documented order', async () => {
  for (const sort_by of DEVICE_SORTS) {
    const ascending = await page({ sort_by, order_by: 'asc', limit: 1000 })
    expect(idsOf(ascending)).toEqual(idsOf(ascending.toSorted((a, b) => compare(a, b, sort_by))))
    expect(idsOf(await page({ sort_by, order_by: 'desc', limit: 1000 }))).toEqual(
      idsOf(ascending).toReversed(),
    )
  }
})

test('the filter by state agrees with the state that clients compute', async () => {
  const query = { sort_by: 'id', order_by: 'asc', limit: 1000 }
  const all = await page(query)
  expect(all.map(({ contact }) => contact?.state)).toEqual(
    all.map(({ contact }) => contact && stateAt(contact, Date.now())),
  )
  for (const state of deviceStateSchema.options) {
    const ids = idsOf(all.filter(({ contact }) => contact?.state === state))
    expect(ids.length).toBeGreaterThan(0)
    expect(idsOf(await page({ ...query, state }))).toEqual(ids)
    const count = await server.call('GET', `/spaces/${spaceId}/devices/count?state=${state}`, {
      token: space.owner.token,
    })
    expect(await count.json()).toEqual({ count: ids.length })
  }
})

/** Whether the filters keep a device. */
function keeps({ name = '', serial_number = '', state, tag_ids }: Filters) {
  return (device: Device) =>
    device.name.includes(name) &&
    device.serial_number.includes(serial_number) &&
    (!state || (device.contact !== null && state.includes(device.contact.state))) &&
    (!tag_ids || device.tags.some(({ id }) => id === tag_ids))
}

test('filters keep the same devices for every sort, and count them', async () => {
  const filters = fc.record(
    {
      name: fc.constantFrom('a', 'zz', 'no-such-name'),
      serial_number: fc.constant('99'),
      state: fc.subarray([...deviceStateSchema.options], { minLength: 1 }),
      tag_ids: fc.constant(tag.id),
      moved: fc.constant('true'),
    },
    { requiredKeys: [] },
  )
  const all = { limit: 1000, sort_by: 'id', order_by: 'asc' }
  const known = { here: await page(all), gone: await page({ ...all, moved: 'true' }) }
  expect(known.here).toHaveLength(HERE)
  expect(known.gone).toHaveLength(GONE)
  await fc.assert(
    fc.asyncProperty(sorts, filters, async (sort, filter) => {
      const left = (filter.moved ? known.gone : known.here).filter(keeps(filter))
      const ordered = left.toSorted((a, b) => compare(a, b, sort.sort_by))
      if (sort.order_by === 'desc') ordered.reverse()
      // Moved devices have no state to compare by.
      const isOrdered = !filter.moved || sort.sort_by !== 'state'
      const comparable = (devices: Device[]) => (isOrdered ? idsOf(devices) : idsOf(devices).toSorted())
      const found = await page({ ...sort, ...filter, limit: 1000 })
      expect(comparable(found)).toEqual(comparable(ordered))
      const count = await server.call('GET', `/spaces/${spaceId}/devices/count?${searchOf(filter)}`, {
        token: space.owner.token,
      })
      expect(await count.json()).toEqual({ count: left.length })
    }),
    { numRuns: 60 },
  )
})

test('consecutive pages by cursor are the full list, for every sort, order and page size', async () => {
  const cases = fc.tuple(sorts, fc.integer({ min: 7, max: 61 }), fc.constantFrom('offset', 'cursor'))
  await fc.assert(
    fc.asyncProperty(cases, async ([sort, limit, parameter]) => {
      const read: string[] = []
      for (let rows = await page({ ...sort, limit }); rows.length > 0; ) {
        read.push(...idsOf(rows))
        rows = await page({ ...sort, limit, [parameter]: read.at(-1) ?? '' })
      }
      expect(read).toEqual(idsOf(await page({ ...sort, limit: 1000 })))
    }),
    { numRuns: 25 },
  )
})

test('a cursor and an offset lead to the same page', async () => {
  await fc.assert(
    fc.asyncProperty(sorts, fc.integer({ min: 1, max: 59 }), async (sort, offset) => {
      const all = idsOf(await page({ ...sort, limit: 1000 }))
      const cursor = all[offset - 1] ?? ''
      expect(idsOf(await page({ ...sort, limit: 10, offset }))).toEqual(all.slice(offset, offset + 10))
      expect(idsOf(await page({ ...sort, limit: 10, cursor }))).toEqual(all.slice(offset, offset + 10))
    }),
    { numRuns: 25 },
  )
})

test('without paging parameters the newest 40 come first, and no page is longer than 1000', async () => {
  const newest = await page({ limit: 1000 })
  expect(await page({})).toEqual(newest.slice(0, 40))
  expect(await page({ limit: 100_000 })).toEqual(newest)
})

test('a cursor of another space, or an unknown one, is refused', async () => {
  const path = `/spaces/${space.id}/devices?sort_by=name&offset=${newId()}`
  const answer = await server.call('GET', path, { token: space.owner.token })
  expect([answer.status, await answer.text()]).toEqual([
    400,
    'offset is not the id of a device in this space',
  ])
})
