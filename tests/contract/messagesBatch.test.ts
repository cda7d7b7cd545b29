import { expect, test } from 'vitest'
import { type Message, messagesApi } from '#contract/messages'
import { seriesApi } from '#contract/series'
import { aClaimToken, aDevice, aMessage, aSerialNumber, aSpace } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { uplinkOf } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })

type Device = Awaited<ReturnType<typeof aDevice>>

const send = async (uplinks: unknown) => server.call('POST', '/devices/uplinks', { body: { uplinks } })

const accepted = async (uplinks: object[]) => {
  const answer = await send(uplinks)
  expect(answer.status).toBe(201)
  return messagesApi.uplinks.answer.parse(await answer.json())
}

const list = async (device: Device): Promise<Message[]> => {
  const path = `/spaces/${space.id}/messages?device_id=${device.id}&limit=1000`
  const answer = await server.call('GET', path, { token: space.owner.token })
  return messagesApi.list.answer.parse(await answer.json())
}

const WRONG = { error: 'forbidden: the serial number or the claim token is wrong' }

test('each message is stored or refused by itself, in its position', async () => {
  const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
  const answers = await accepted([
    uplinkOf(one, { body: { n: 1 }, raw: '00' }),
    uplinkOf({ ...one, token: aClaimToken() }),
    uplinkOf(two, { body: '{"n": 2}' }),
    uplinkOf({ ...two, serial_number: aSerialNumber() }),
    uplinkOf(two, { body: 'no json' }),
    uplinkOf(two, { type: 'session', body: {} }),
    uplinkOf(one, { body: { n: 3 } }),
  ])
  expect(answers).toEqual([
    expect.objectContaining({ created_at: '2026-11-21T08:00:00.000Z', downlinks: [] }),
    WRONG,
    expect.objectContaining({ downlinks: [] }),
    WRONG,
    { error: 'body is not valid JSON' },
    { error: 'body.up must be an object that describes the device' },
    expect.objectContaining({ downlinks: [] }),
  ])
  // Newest first: the batch in reverse.
  expect(await list(one)).toMatchObject([{ body: '{"n":3}' }, { body: '{"n":1}', raw: '00' }])
  const stored = answers.map((answer) => ('id' in answer ? answer.id : null))
  expect((await list(one)).map(({ id }) => id)).toEqual([stored[6], stored[0]])
  expect(await list(two)).toMatchObject([{ body: '{"n": 2}', direction: 'up', type: 'data' }])
})

test('messages of a device get different times in their order, so that all their values are in the history', async () => {
  const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
  const batch = (...levels: number[]) => levels.map((level) => uplinkOf(device, { body: { level } }))
  // All of them arrive in the same millisecond.
  const alone = await accepted(batch(0))
  const first = await accepted([...batch(1, 2), uplinkOf(other), ...batch(3)])
  const second = await accepted(batch(4, 5))
  const timesOf = (answers: typeof first) =>
    answers.map((answer) => ('id' in answer ? Date.parse(answer.created_at) - clock : null))
  expect([timesOf(alone), timesOf(first), timesOf(second)]).toEqual([[0], [1, 2, 0, 3], [4, 5]])
  const stored = await list(device)
  expect(stored.map(({ body }) => body)).toEqual([5, 4, 3, 2, 1, 0].map((level) => JSON.stringify({ level })))
  const answers = [...alone, ...first, ...second].flatMap((answer) => ('id' in answer ? answer : []))
  for (const { id, created_at } of stored)
    expect(answers).toContainEqual(expect.objectContaining({ id, created_at }))
  // A page can start after each of them.
  const after = `/spaces/${space.id}/messages?device_id=${device.id}&cursor=${stored[1]?.id}`
  expect(await (await server.call('GET', after, { token: space.owner.token })).json()).toMatchObject(
    stored.slice(2).map(({ id }) => ({ id })),
  )
  await findValues(server)
  const range = { after: new Date(clock).toISOString(), before: new Date(clock + 1000).toISOString() }
  const query = new URLSearchParams({ 'device_id[]': device.id, 'path[]': 'level', ...range })
  const points = await server.call('GET', `/spaces/${space.id}/series/points?${query}`, {
    token: space.owner.token,
  })
  expect(seriesApi.points.answer.parse(await points.json())[0]?.points).toEqual(
    [0, 1, 2, 3, 4, 5].map((level) => [clock + level, level]),
  )
})

test('a session starts and the device is seen, as with a single message', async () => {
  const device = await aDevice(server, space)
  clock += 1000
  await accepted([
    uplinkOf(device, { type: 'session', body: { up: { a: 1 } } }),
    uplinkOf(device, { type: 'session', body: { up: { a: 2 } } }),
  ])
  const sessionId = clock / 1000
  const path = `/spaces/${space.id}/devices/${device.id}`
  const { token } = space.owner
  expect(await (await server.call('GET', path, { token })).json()).toMatchObject({
    session_id: sessionId,
    last_seen: new Date(clock).toISOString(),
  })
  expect(await (await server.call('GET', `${path}/sessions/${sessionId}`, { token })).json()).toMatchObject({
    up: { a: 2 },
  })
})

test('downlinks are delivered once, with the first message of their device', async () => {
  const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
  const down = { type: 'shell', direction: 'down', downState: 'pending', body: '["a"]' } as const
  const first = await aMessage(server, one, { ...down, at: new Date(clock - 2000) })
  const second = await aMessage(server, one, { ...down, at: new Date(clock - 1000) })
  const answers = await accepted([uplinkOf(two), uplinkOf(one), uplinkOf(one)])
  expect(answers).toMatchObject([
    { downlinks: [] },
    { downlinks: [{ id: first, type: 'shell', body: ['a'] }, { id: second }] },
    { downlinks: [] },
  ])
  const events = await server.call('GET', `/spaces/${space.id}/messages/${first}/events`, {
    token: space.owner.token,
  })
  expect(await events.json()).toMatchObject([
    { type: 'downlink.sent', create_at: new Date(clock).toISOString() },
  ])
  expect(await accepted([uplinkOf(one)])).toMatchObject([{ downlinks: [] }])
})

test('a batch delivers about a megabyte, the first downlink of each device before any second one', async () => {
  const devices = [await aDevice(server, space), await aDevice(server, space)]
  const body = JSON.stringify(['x'.repeat(400_000)])
  const down = { type: 'shell', direction: 'down', downState: 'pending', body } as const
  for (const [place, device] of devices.entries())
    for (let i = 0; i < 3; i++)
      await aMessage(server, device, { ...down, at: new Date(clock - 9000 + place * 3000 + i * 1000) })
  const handed: number[][] = []
  for (let i = 0; i < 3; i++) {
    const answers = await accepted(devices.map((device) => uplinkOf(device)))
    handed.push(answers.map((answer) => ('downlinks' in answer ? answer.downlinks.length : -1)))
  }
  expect(handed).toEqual([
    [2, 1],
    [1, 2],
    [0, 0],
  ])
})

test('many simultaneous batches of the same devices all succeed, and deliver each downlink once', async () => {
  const devices = await Promise.all(Array.from({ length: 8 }, () => aDevice(server, space)))
  for (const device of devices)
    await aMessage(server, device, { type: 'shell', direction: 'down', downState: 'pending', body: '[]' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const turned = [...devices.slice(i % 8), ...devices.slice(0, i % 8)]
      return accepted((i % 2 ? turned : turned.toReversed()).map((device) => uplinkOf(device)))
    }),
  )
  const handed = answers.flat().flatMap((answer) => ('downlinks' in answer ? answer.downlinks : []))
  expect(handed).toHaveLength(devices.length)
  expect(new Set(handed.map(({ id }) => id)).size).toBe(devices.length)
  for (const device of devices) expect(await list(device)).toHaveLength(13)
})

/** Makes the database refuse messages of a space while the work runs. */
async function withFailing<Result>(spaceId: string, work: () => Promise<Result>): Promise<Result> {
  const run = (statement: string) => server.db.$client.query(statement)
  await run(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$;
    create trigger refusing before insert on message for each row
      when (new.space_id = '${spaceId}') execute function refuse()`)
  try {
    return await work()
  } finally {
    await run('drop function refuse cascade')
  }
}

test('messages of a space that cannot be stored do not affect those of another, and can be sent again', async () => {
  const other = await aSpace(server)
  const [here, there] = [await aDevice(server, space), await aDevice(server, other)]
  const batch = [
    uplinkOf(there),
    uplinkOf(here),
    uplinkOf({ ...there, token: aClaimToken() }),
    uplinkOf(there),
  ]
  const answers = await withFailing(other.id, () => accepted(batch))
  const again = { error: 'the server could not store the message, try again in 2 seconds' }
  expect(answers).toEqual([again, expect.objectContaining({ downlinks: [] }), WRONG, again])
  expect(await list(here)).toHaveLength(1)
  expect(await accepted([uplinkOf(there)])).toEqual([expect.objectContaining({ downlinks: [] })])
  expect(server.logged.join()).toContain('refused by a test')
})

test('a batch in which nothing can be stored fails as a whole', async () => {
  const device = await aDevice(server, space)
  const answer = await withFailing(space.id, () =>
    send([uplinkOf(device), uplinkOf({ ...device, token: aClaimToken() })]),
  )
  expect([answer.status, await answer.text()]).toEqual([500, 'internal error'])
  expect(await list(device)).toEqual([])
})

test.each<[what: string, uplinks: unknown, sentence: string]>([
  ['no list', {}, 'uplinks must be a list'],
  ['an empty list', [], 'uplinks must not be empty'],
  [
    'more than a thousand',
    Array.from({ length: 1001 }, () => ({})),
    'uplinks must have at most 1000 entries',
  ],
  ['no serial number', [{ token: 'x' }], 'uplinks[0].serial_number must be 10 digits'],
])('%s is refused with a sentence', async (_what, uplinks, sentence) => {
  const answer = await send(uplinks)
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})
