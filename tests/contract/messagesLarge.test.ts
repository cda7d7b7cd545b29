import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { SECOND } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import type { Tag } from '#contract/tags'
import { idAt } from '../../server/services/common/ids'
import { aDevice, aMessage, aTag } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'
import { startProcess } from '../support/serverProcess'

const MEGABYTE = 1024 * 1024
/** More than fit into the memory of a small server. */
const LARGE = 140

const { server, space } = await serveSpace()
const { token } = space.owner
const path = `/spaces/${space.id}/messages`
let tag: Pick<Tag, 'id'>
/** Has only messages of a megabyte. */
let large: Device
/** Has messages of all sizes. */
let mixed: Device
/** Ids and bodies of the mixed device's messages, newest first. */
const expected: [string, string][] = []

/** JSON text of about so many bytes. */
const bodyOf = (bytes: number, i = 0) => JSON.stringify({ i, text: `ž"${'x'.repeat(bytes)}` })

beforeAll(async () => {
  const tagged = await aTag(server, space)
  tag = tagged
  large = await aDevice(server, space)
  mixed = await aDevice(server, space, { tags: [tagged] })
  const start = Date.now() - SECOND
  await server.db.$client.query(
    `insert into message (space_id, device_id, id, created_at, type, direction, body)
     select $1, $2, ${idAt('at')}, at, 'data', 'up', $4
     from generate_series(1, $5::int) i cross join lateral (select $3::timestamptz + i * interval '1 ms' as at) t`,
    [space.id, large.id, new Date(start), bodyOf(MEGABYTE), LARGE],
  )
  for (let i = 0; i < 60; i++) {
    const body = bodyOf(i % 7 === 0 ? MEGABYTE : i % 5 === 0 ? 0 : 100_000, i)
    expected.unshift([await aMessage(server, mixed, { at: new Date(start + i), body }), body])
  }
})

const parse = (text: string) => api.messages.list.answer.parse(JSON.parse(text))

test('a server with little memory answers with a page larger than its memory', {
  tags: 'heavy',
}, async () => {
  const small = await startProcess({
    DATABASE_URL: server.databaseUrl,
    NODE_OPTIONS: '--max-old-space-size=128',
  })
  afterAll(() => small.stop('SIGKILL'))
  const answer = await fetch(`${small.url}/v2${path}?limit=1000&device_id=${large.id}`, {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' },
  })
  const rows = parse(await answer.text())
  expect(rows.map(({ body }) => body?.length)).toEqual(Array(LARGE).fill(bodyOf(MEGABYTE).length))
  expect((await fetch(`${small.url}/health`)).status).toBe(200)
})

test.each([
  ['a device', () => `device_id=${mixed.id}`, 0],
  ['a tag', () => `tag_id=${tag.id}`, 0],
  ['a device, after some rows', () => `device_id=${mixed.id}&offset=5`, 5],
  ['a device, after a message', () => `device_id=${mixed.id}&cursor=${expected[6]?.[0]}`, 7],
])('a page of %s with bodies of all sizes is complete and in order', async (_, query, start) => {
  const url = await server.listen()
  for (const encoding of ['identity', 'br']) {
    const answer = await fetch(`${url}/v2${path}?limit=1000&${query()}`, {
      headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding },
    })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding === 'br' ? 'br' : null)
    const rows = parse(await answer.text())
    expect(rows.map(({ id }) => id)).toEqual(expected.slice(start).map(([id]) => id))
    expect(rows.every(({ body }, i) => body === expected[start + i]?.[1])).toBe(true)
  }
})

test('the rest of a page is read when the caller takes it, without messages deleted meanwhile', async () => {
  let statements = 0
  const count = () => statements++
  server.deps.db.$client.on('acquire', count)
  const answer = await server.call('GET', `${path}?limit=1000&device_id=${mixed.id}`, { token })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  expect(statements).toBeLessThan(5)
  server.deps.db.$client.off('acquire', count)
  const [gone = ''] = expected.splice(-30, 1)[0] ?? []
  await server.db.$client.query('delete from message where space_id = $1 and id = $2', [space.id, gone])
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    text += piece.value
  expect(parse(text).map(({ id }) => id)).toEqual(expected.map(([id]) => id))
})

test.each(['identity', 'br'])('an answer (%s) whose rest cannot be read is aborted', async (encoding) => {
  // The HTTP adapter writes the error there.
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const failing = await makeServer({ databaseUrl: server.databaseUrl })
  const url = await failing.listen()
  const answer = await fetch(`${url}/v2${path}?limit=1000&device_id=${large.id}`, {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding },
  })
  expect(answer.status).toBe(200)
  await failing.deps.db.$client.end()
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(failing.logged.join('\n')).toContain('an answer broke off')
  silenced.mockRestore()
})

test('a message has its newest 1000 events, oldest first, with a megabyte of return values', async () => {
  const id = await aMessage(server, mixed)
  await server.db.$client.query(
    `insert into message_event
       (space_id, message_created_at, message_id, id, device_id, created_at, type, function_return, body)
     select m.space_id, m.created_at, m.id, gen_random_uuid(), m.device_id, m.created_at + i * interval '1 ms',
       'webhook.retry', $2, json_build_object('attempt', i)
     from message m, generate_series(1, 1010) i where m.id = $1`,
    [id, JSON.stringify('x'.repeat(8190))],
  )
  const answer = await server.call('GET', `${path}/${id}/events`, { token })
  const events = api.messages.events.answer.parse(await answer.json())
  expect(events.map(({ body }) => body)).toEqual(
    Array.from({ length: 1000 }, (_, i) => ({ attempt: i + 11 })),
  )
  const returned = events.map(({ function_return }) => function_return?.length ?? 0)
  expect(returned).toEqual(Array.from({ length: 1000 }, (_, i) => (i < 1000 - 128 ? 0 : 8192)))
})
