import { beforeAll, describe, expect, test } from 'vitest'
import { type AdminDevice, adminDevicesApi } from '#contract/admin'
import { aDevice, aMember, aSpace, aUser, type TestUser } from '../support/builders'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const server = await serve()
let admin: TestUser
/** Devices in the order of their creation, each in a space with a name of its own. */
let devices: AdminDevice[]

const ask = async (path: string) => server.call('GET', `/admin/devices${path}`, { token: admin.token })

async function list(query = ''): Promise<AdminDevice[]> {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  return adminDevicesApi.list.answer.parse(await answer.json())
}

async function count(query = ''): Promise<number> {
  const answer = await ask(`/count${query}`)
  expect(answer.status).toBe(200)
  return adminDevicesApi.count.answer.parse(await answer.json()).count
}

const names = (rows: AdminDevice[]) => rows.map(({ name }) => name)

beforeAll(async () => {
  admin = await aUser(server, { systemRole: 'admin' })
  devices = []
  for (const name of ['pump', 'valve', 'meter']) {
    const space = await aSpace(server)
    const created = await aDevice(server, space, { name: `${name}-one` })
    if (name === 'valve') await anUplink(server, created)
    const { id, serial_number, created_at } = created
    const answer = await server.call('GET', `/spaces/${space.id}/devices/${id}`, { token: space.owner.token })
    const { last_seen } = Object(await answer.json())
    devices.push({
      id,
      name: created.name,
      serial_number,
      last_seen,
      created_at,
      space_id: space.id,
      space_name: space.name,
    })
  }
})

test('a system admin sees the devices of all spaces, the newest first', async () => {
  expect(await list()).toEqual(devices.toReversed())
  expect(await count()).toBe(3)
})

test('an admin of a space is refused', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'admin')
  const answer = await server.call('GET', '/admin/devices', { token: member.token })
  expect([answer.status, await answer.text()]).toEqual([
    403,
    'forbidden: this needs the permission admin:access',
  ])
})

describe('devices are found by', () => {
  test('a part of the name, without regard to case', async () => {
    expect(names(await list('?text=PUM'))).toEqual(['pump-one'])
    expect(await count('?text=PUM')).toBe(1)
  })

  test('a part of the serial number', async () => {
    const [pump] = devices
    expect(names(await list(`?text=${pump?.serial_number.slice(2)}`))).toEqual(['pump-one'])
  })

  test('a part of the name of their space', async () => {
    const [, valve] = devices
    expect(names(await list(`?text=${valve?.space_name.slice(3).toUpperCase()}`))).toEqual(['valve-one'])
  })

  test('their space', async () => {
    const [, , meter] = devices
    expect(names(await list(`?space_id=${meter?.space_id}`))).toEqual(['meter-one'])
    expect(await count(`?space_id=${meter?.space_id}`)).toBe(1)
  })

  test('SQL wildcards, taken literally', async () => {
    expect(await list(`?text=${encodeURIComponent('%')}`)).toEqual([])
    expect(await count(`?text=${encodeURIComponent("'_")}`)).toBe(0)
  })
})

test.each(['id', 'name', 'serial_number', 'space_name', 'last_seen'] as const)(
  'sorted by %s, each row is on exactly one page, whether pages begin after a row or at an offset',
  async (sort) => {
    for (const order of ['asc', 'desc']) {
      const all = await list(`?sort_by=${sort}&order_by=${order}`)
      const keys = all.map((row) => row[sort] ?? '')
      const sorted = keys.toSorted()
      expect(keys).toEqual(order === 'asc' ? sorted : sorted.toReversed())
      const first = await list(`?sort_by=${sort}&order_by=${order}&limit=2`)
      const after = await list(`?sort_by=${sort}&order_by=${order}&limit=2&cursor=${first.at(-1)?.id}`)
      const second = await list(`?sort_by=${sort}&order_by=${order}&limit=2&offset=2`)
      expect([...first, ...after]).toEqual(all)
      expect(second).toEqual(after)
    }
  },
)

test('a cursor that is no device is refused', async () => {
  const answer = await ask(`?sort_by=name&cursor=${admin.id}`)
  expect([answer.status, await answer.text()]).toEqual([400, 'cursor is not the id of a device'])
})
