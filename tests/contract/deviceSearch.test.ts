import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findMatches, searchedText } from '#contract/common'
import { devicesApi } from '#contract/devices'
import { KEY_HEADER } from '#contract/keys'
import { device } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
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

test('finds a device by its name, also misspelled, and returns its id and serial number', async () => {
  const space = await aSpace(server)
  const { id, name, serial_number } = await aDevice(server, space, { name: 'thermometer-cellar' })
  await aDevice(server, space, { name: 'pump-station' })
  for (const text of ['thermometer-cellar', 'THERMO', 'cellar', 'tehrmometer', 'Thermometr  celar'])
    expect(await find(space, text)).toEqual([{ id, name, serial_number }])
  expect(await find(space, 'barometer')).toEqual([])
})

test('finds a device by serial number, external id and the start of its id', async () => {
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

test('returns the best match first, and no more than the limit', async () => {
  const space = await aSpace(server)
  for (const name of ['navigate', 'gaet', 'old-gate', 'gateway', 'gate'])
    await aDevice(server, space, { name })
  expect(namesOf(await find(space, 'gate'))).toEqual(['gate', 'gateway', 'old-gate', 'navigate', 'gaet'])
  expect(namesOf(await find(space, 'gate', { limit: '2' }))).toEqual(['gate', 'gateway'])
})

/** Random numbers from 0 to below 1, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const WORDS =
  `thermometer pump gate gateway sensor cellar roof valve meter heat site chester cold room old ab a7 12 7 001
  sensor12`.split(/\s+/)
const FOREIGN = ['Žluťoučký', 'kůň', 'Müller', 'çok', 'ČERPADLO', '(A7)', 'Насос']

test('finds thousands of devices in the same order as the console finds cached ones, whatever is typed', {
  tags: 'heavy',
}, async () => {
  const random = seeded(20_26)
  const below = (end: number) => Math.floor(random() * end)
  const oneOf = (texts: readonly string[]) => texts[below(texts.length)] ?? ''
  const space = await aSpace(server)
  const rows = Array.from({ length: 3000 }, (_, i) => ({
    spaceId: space.id,
    id: newId(),
    name: `d${Array.from({ length: 1 + below(3) }, () => `-${oneOf(WORDS)}`).join('')}-${i}`.slice(
      below(2) * 2,
    ),
    serialNumber: String(1_000_000_000 + ((i * 7919) % 100_003)),
    externalId: below(3) === 0 ? `${oneOf(FOREIGN)}${oneOf([' ', '/', '\t'])}${oneOf(WORDS)}` : null,
  }))
  await server.db.insert(device).values(rows)

  const inOrder = rows.toSorted(
    (a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : Number(a.name > b.name)),
  )
  const texts = inOrder.map(({ name, serialNumber, externalId }) =>
    searchedText([name, serialNumber, externalId ?? '', '\x1e ', '{}']),
  )
  const stored = await server.db
    .select({ searched: device.searched })
    .from(device)
    .where(sql`${device.spaceId} = ${space.id}`)
    .orderBy(sql`length(${device.name})`, device.name)
  expect(stored.map(({ searched }) => searched)).toEqual(texts)

  const withTypo = (word: string) => {
    const [at, letter] = [below(word.length), oneOf([...'abcdeorst'])]
    return oneOf([
      word,
      word.slice(0, at + 1),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2),
    ])
  }
  for (let i = 0; i < 200; i++) {
    const typed = Array.from({ length: 1 + below(3) }, () => withTypo(oneOf([...WORDS, ...FOREIGN])))
    const text = typed.join(oneOf([' ', '-', '']))
    if (text.trim() === '') continue
    const limit = [1, 12, 1000][below(3)] ?? 12
    const expected = findMatches(text, texts).slice(0, limit)
    const found = await find(space, text, { limit: String(limit) })
    expect(namesOf(found), text).toEqual(expected.map((place) => inOrder[place]?.name))
  }
})

test('never finds a device of another space', async () => {
  const [space, other] = [await aSpace(server), await aSpace(server)]
  const foreign = await aDevice(server, other, { name: 'secret-pump' })
  for (const text of [foreign.name, foreign.serial_number, foreign.id])
    expect(await find(space, text)).toEqual([])
  expect((await ask(other, { text: 'pump' }, space.owner.token)).status).toBe(404)
})

test('a member who can only read may search', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  await aDevice(server, space, { name: 'pump' })
  expect((await ask(space, { text: 'pump' }, member.token)).status).toBe(200)
})

test('a key with tags finds only devices with one of them', async () => {
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
])('refuses %j with a sentence', async (query: Record<string, string>, sentence) => {
  const answer = await ask(await aSpace(server), query)
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})
