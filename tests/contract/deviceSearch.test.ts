import { expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { KEY_HEADER } from '#contract/keys'
import { device } from '../../server/db/schema'
import { aDevice, aKey, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

const ask = (space: TestSpace, query: Record<string, string>, token = space.owner.token) =>
  server.call('GET', `/spaces/${space.id}/devices/search?${new URLSearchParams(query)}`, { token })

async function find(space: TestSpace, text: string, query: Record<string, string> = {}) {
  const answer = await ask(space, { text, ...query })
  expect(answer.status).toBe(200)
  return devicesApi.search.answer.parse(await answer.json())
}

const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)

test('finds a device by its name, also misspelled, and tells its id and serial number', async () => {
  const space = await aSpace(server)
  const { id, name, serial_number } = await aDevice(server, space, { name: 'thermometer-cellar' })
  await aDevice(server, space, { name: 'pump-station' })
  for (const text of ['thermometer-cellar', 'THERMO', 'cellar', 'tehrmometer', 'Thermometr  celar'])
    expect(await find(space, text)).toEqual([{ id, name, serial_number }])
  expect(await find(space, 'barometer')).toEqual([])
})

test('finds a device by serial number, external id, and how its id begins', async () => {
  const space = await aSpace(server)
  const one = await aDevice(server, space, { name: 'one', serial_number: '4400000017' })
  const two = await aDevice(server, space, { name: 'two', serial_number: '5500000017' })
  await server.db.update(device).set({ externalId: 'METER\tA7\nB' })
  expect(namesOf(await find(space, '4400000017'))).toEqual(['one'])
  expect(namesOf(await find(space, '5500'))).toEqual(['two'])
  expect(namesOf(await find(space, '0017'))).toEqual(['one', 'two'])
  expect(namesOf(await find(space, one.id.toUpperCase()))).toEqual(['one'])
  expect(namesOf(await find(space, two.id.slice(0, -1)))).toContain('two')
  expect(namesOf(await find(space, 'meter a7 b'))).toEqual(['one', 'two'])
})

test('the best match is first, and no more are told than asked for', async () => {
  const space = await aSpace(server)
  for (const name of ['navigate', 'gaet', 'old-gate', 'gateway', 'gate'])
    await aDevice(server, space, { name })
  expect(namesOf(await find(space, 'gate'))).toEqual(['gate', 'gateway', 'old-gate', 'navigate', 'gaet'])
  expect(namesOf(await find(space, 'gate', { limit: '2' }))).toEqual(['gate', 'gateway'])
})

test('never finds a device of another space', async () => {
  const [space, other] = [await aSpace(server), await aSpace(server)]
  const foreign = await aDevice(server, other, { name: 'secret-pump' })
  for (const text of [foreign.name, foreign.serial_number, foreign.id])
    expect(await find(space, text)).toEqual([])
  expect((await ask(other, { text: 'pump' }, space.owner.token)).status).toBe(404)
})

test('a member who reads may search', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  await aDevice(server, space, { name: 'pump' })
  expect((await ask(space, { text: 'pump' }, member.token)).status).toBe(200)
})

test('a key that is limited to tags finds the devices that carry one of them', async () => {
  const space = await aSpace(server)
  const [red, blue] = [await aTag(server, space), await aTag(server, space)]
  await aDevice(server, space, { name: 'pump-red', tags: [red, blue] })
  await aDevice(server, space, { name: 'pump-blue', tags: [blue] })
  await aDevice(server, space, { name: 'pump-plain' })
  const foundBy = async (tags: { id: string }[]) => {
    const { id } = await aKey(server, space, { permissions: ['space:device:read'], tags })
    const path = `/spaces/${space.id}/devices/search?text=pump`
    const answer = await server.call('GET', path, { headers: { [KEY_HEADER]: id } })
    return namesOf(devicesApi.search.answer.parse(await answer.json()))
  }
  expect(await foundBy([red])).toEqual(['pump-red'])
  expect(await foundBy([red, blue])).toEqual(['pump-red', 'pump-blue'])
  expect(await foundBy([])).toHaveLength(3)
})

test.each([
  [{}, 'text is required'],
  [{ text: '  ' }, 'text is required'],
  [{ text: 'x'.repeat(256) }, 'text must have at most 255 characters'],
  [{ text: 'x', limit: '0' }, 'limit must be at least 1'],
])('refuses %j in a sentence', async (query: Record<string, string>, sentence) => {
  const answer = await ask(await aSpace(server), query)
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})
