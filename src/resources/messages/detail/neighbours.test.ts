import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Message, messageSchema } from '#contract/messages'
import type { MessageQuery } from '../../../dataProvider/messagePages'
import { findNewer, findOlder } from './neighbours'

const DEVICE = '01890a5d-ac96-774b-bcce-000000000001'
const NOW = Date.parse('2026-03-01T00:00:00.000Z')
vi.setSystemTime(NOW)

/** Messages at these times before now, in milliseconds, from old to new; ids have the same order. */
const messagesAt = (ages: readonly number[]): Message[] =>
  ages
    .toSorted((a, b) => b - a)
    .map((age, index) =>
      messageSchema.parse({
        id: `01890a5d-ac96-774b-bcce-${String(index).padStart(12, '0')}`,
        device_id: DEVICE,
        created_at: new Date(NOW - age).toISOString(),
        type: 'data',
        direction: 'up',
      }),
    )

/** Answers lists as the server does: newest first, from a time to a time, after a cursor. */
const listOf = (messages: readonly Message[]) =>
  vi.fn<(query: MessageQuery) => Promise<Message[]>>(async ({ after, before, offset, limit }: MessageQuery) =>
    messages
      .filter(({ created_at }) => created_at >= String(after) && (!before || created_at <= String(before)))
      .filter(({ id }) => !offset || id < String(offset))
      .toReversed()
      .slice(0, Number(limit)),
  )

const HOUR = 3_600_000
const ages = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: HOUR }),
    fc.integer({ min: 0, max: 3 * 365 * 24 * HOUR }),
    // Many at one time.
    fc.constantFrom(5 * HOUR, 5 * HOUR + 1),
  ),
  { minLength: 1, maxLength: 300 },
)

test('every message finds the one before it and the one after it', async () => {
  await fc.assert(
    fc.asyncProperty(ages, fc.nat(), async (ages, pick) => {
      const messages = messagesAt(ages)
      const at = pick % messages.length
      const here = messages[at]
      if (!here) return
      const list = listOf(messages)
      expect((await findOlder(list, here))?.id).toBe(messages[at - 1]?.id)
      expect((await findNewer(list, here))?.id).toBe(messages[at + 1]?.id)
    }),
  )
})

test('the newer one of an old message is found in a few small lists', async () => {
  const messages = messagesAt(Array.from({ length: 5000 }, (_, index) => index * HOUR * 2))
  const list = listOf(messages)
  const here = messages[1]
  if (!here) throw new Error('no message')
  expect(await findNewer(list, here)).toBe(messages[2])
  expect(list.mock.calls.length).toBeLessThanOrEqual(2)
})

test('a search that would take too many lists is given up with an error, not with a wrong answer', async () => {
  const messages = messagesAt(Array.from({ length: 2000 }, () => HOUR))
  const here = messages[0]
  if (!here) throw new Error('no message')
  await expect(findNewer(listOf(messages), here)).rejects.toThrow('neighbours')
})
