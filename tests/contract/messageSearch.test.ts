import { expect, test } from 'vitest'
import { messageSearchApi, SEARCHED_MAX } from '#contract/messageSearch'
import { newId } from '../../server/services/common/ids'
import { aDevice, aKey, aMessage, aSpace, aTag } from '../support/builders'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T12:00:00.000Z')
const DAY = 24 * 3_600_000
const server = await serve({ now: () => new Date(START) })

const PLACES = new Map([
  [40, 'Žlutá šachta'],
  [41, String.raw`C:\temp`],
])

/** Creates a space whose two devices have a message a day for 60 days. */
async function aMeasuringSpace() {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const [cellar, roof] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
  for (let day = 0; day < 60; day++) {
    const at = new Date(START - day * DAY - 1)
    const temperature = day % 10
    await aMessage(server, cellar, {
      at,
      body: JSON.stringify({ thermometer: { temperature }, place: PLACES.get(day) ?? 'x' }),
    })
    await aMessage(server, roof, { at, body: JSON.stringify({ sensors: [{ serial: '7', level: day }] }) })
  }
  const path = `/spaces/${space.id}/messages/search`
  const search = async (query: Record<string, string>, key?: string) =>
    server.call('GET', `${path}?${new URLSearchParams(query)}`, key ? { key } : space.owner)
  const found = async (query: Record<string, string>, key?: string) =>
    messageSearchApi.search.answer.parse(await (await search(query, key)).json())
  return { space, tag, cellar, roof, search, found }
}

const dayOf = ({ created_at }: { created_at: string }) => Math.floor((START - Date.parse(created_at)) / DAY)

test('messages are found by a value or a word, the newest first, in parts without a gap', async () => {
  const { found, cellar, roof } = await aMeasuringSpace()
  const first = await found({ text: 'thermometer.temperature = 3', limit: '4' })
  expect(first.messages.map(dayOf)).toEqual([3, 13, 23, 33])
  expect(first.messages[0]).toMatchObject({ device_id: cellar.id, device_name: cellar.name })
  expect(first).toMatchObject({ looked_back_to: first.messages.at(-1)?.created_at })
  const second = await found({ text: 'thermometer.temperature = 3', limit: '4', cursor: first.next ?? '' })
  expect(second.messages.map(dayOf)).toEqual([43, 53])
  expect(second).toMatchObject({ looked_back_to: null, next: null })

  expect((await found({ text: 'zluta sachta' })).messages.map(dayOf)).toEqual([40])
  expect((await found({ text: String.raw`c:\temp` })).messages.map(dayOf)).toEqual([41])
  expect((await found({ text: 'level >= 58' })).messages.map(dayOf)).toEqual([58, 59])
  expect((await found({ text: 'level >= 58', device_id: cellar.id })).messages).toEqual([])
  const range = {
    after: new Date(START - 20 * DAY).toISOString(),
    before: new Date(START - 5 * DAY).toISOString(),
  }
  expect((await found({ text: 'temperature < 1', ...range })).messages.map(dayOf)).toEqual([10])
  expect((await found({ text: 'level = 5', device_id: roof.id, type: 'config' })).messages).toEqual([])
})

test('a search says what is wrong with it', async () => {
  const { search } = await aMeasuringSpace()
  for (const [text, sentence] of [
    ['> 3', 'text has no path before the operator, such as thermometer.temperature > 30'],
    ['temperature >', 'text has no value after the operator, such as thermometer.temperature > 30'],
    [
      'temperature > warm',
      'text compares with <, <=, > and >= only numbers, such as thermometer.temperature > 30',
    ],
    ['', 'text is required'],
  ] as const) {
    const answer = await search({ text })
    expect([answer.status, await answer.text()]).toEqual([400, sentence])
  }
  const elsewhere = await search({ text: 'x', device_id: '01890000-0000-7000-8000-000000000000' })
  expect(await elsewhere.text()).toBe('device_id is the id of no device in this space')
})

test('one call looks at a bounded number of messages, says how far back, and looks further', async () => {
  const { space, roof, found } = await aMeasuringSpace()
  const times = Array.from({ length: SEARCHED_MAX.rows + 1000 }, (_, i) => new Date(START - i * 1000))
  await server.db.$client.query(
    `insert into message (space_id, device_id, id, created_at, type, direction, body)
     select $1, $2, id, at, 'data', 'up', '{"a":1}' from unnest($3::uuid[], $4::timestamptz[]) as m (id, at)`,
    [space.id, roof.id, times.map((at) => newId(at)), times],
  )
  const first = await found({ text: 'thermometer.temperature = 3' })
  expect(first.messages).toEqual([])
  expect(first.next).not.toBeNull()
  expect(START - Date.parse(first.looked_back_to ?? '')).toBeLessThanOrEqual((SEARCHED_MAX.rows + 2) * 1000)
})

test('a key with tags finds only messages of its devices', async () => {
  const { space, tag, found } = await aMeasuringSpace()
  const key = await aKey(server, space, { tags: [tag], permissions: ['space:message:read'] })
  expect((await found({ text: 'level = 5' }, key.id)).messages).toEqual([])
  expect((await found({ text: 'temperature = 5' }, key.id)).messages).toHaveLength(6)
})
