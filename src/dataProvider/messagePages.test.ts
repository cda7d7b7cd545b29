import { expect, test } from 'vitest'
import { type Message, messageSchema } from '#contract/messages'
import type { MessageQuery } from './messagePages'
import { nextLimit, readMessages } from './messagePages'

const message = (number: number, length: number): Message =>
  messageSchema.parse({
    id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
    device_id: '01890a5d-ac96-774b-bcce-000000009999',
    created_at: '2026-01-02T03:04:05.000Z',
    type: 'data',
    direction: 'up',
    body: 'x'.repeat(length),
  })

/** A server with these messages, newest first, which records the requested limits. */
const server = (all: readonly Message[], limits: unknown[]) => async (query: MessageQuery) => {
  limits.push(query.limit)
  const start = all.findIndex(({ id }) => id === query.offset) + 1
  return all.slice(start, start + Number(query.limit))
}

test('the limit of a call is the size of the page', () => {
  expect(nextLimit([])).toBe(100)
  expect(nextLimit([], 20)).toBe(20)
  expect(nextLimit([message(1, 700)])).toBe(1000)
  expect(nextLimit([message(1, 0)], 300)).toBe(300)
  expect(nextLimit([message(1, 1_000_000), message(2, 1_000_000)])).toBe(16)
  expect(nextLimit([message(1, 100_000_000)])).toBe(1)
})

test.each([
  [700, [100, 900]],
  [200_000, [100, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 20]],
])('all messages with bodies of %i characters are read once', async (length, expected) => {
  const body = message(0, length).body
  const all = Array.from({ length: 1200 }, (_, i) => ({ ...message(i, 0), body }))
  const limits: unknown[] = []
  const read = await readMessages(server(all, limits), {}, 1000)
  expect(read?.map(({ id }) => id)).toEqual(all.slice(0, 1000).map(({ id }) => id))
  expect(limits).toEqual(expected)
})

test('reading ends when there are no more messages', async () => {
  const limits: unknown[] = []
  expect(await readMessages(server([message(1, 10)], limits), {}, 1000)).toHaveLength(1)
  expect(await readMessages(server([], limits), {}, 50)).toEqual([])
  expect(limits).toEqual([100, 50])
})
