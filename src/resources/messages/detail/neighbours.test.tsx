import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { api } from '#contract'
import { DAY, HOUR } from '#contract/common/durations'
import { connect } from '../../../../tests/support/console'
import { messagesAgo } from '../../../../tests/support/moments'
import { serveSpace } from '../../../../tests/support/serve'
import type { ListMessages } from '../../../dataProvider/messagePages'
import { findNewer, findOlder } from './neighbours'

const { server, space } = await serveSpace()

/** Calls the server, and counts the calls. */
function asking() {
  const { client } = connect(server, space.owner)
  return vi.fn<ListMessages>((query) =>
    client.call(api.messages.list.answer, 'GET', `/spaces/${space.id}/messages`, { query }),
  )
}

const ages = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: HOUR }),
    fc.integer({ min: 0, max: 60 * DAY }),
    fc.constantFrom(200 * DAY, 3 * 365 * DAY),
    // Many messages at one time.
    fc.constantFrom(5 * HOUR, 5 * HOUR + 1),
  ),
  { minLength: 1, maxLength: 120 },
)

test('every message finds the ones before and after it', async () => {
  await fc.assert(
    fc.asyncProperty(ages, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), async (given, picks) => {
      const messages = await messagesAgo(server, space, given)
      for (const pick of picks) {
        const at = pick % messages.length
        const here = messages[at]
        if (!here) return
        expect((await findOlder(asking(), here))?.id).toBe(messages[at - 1]?.id)
        expect((await findNewer(asking(), here))?.id).toBe(messages[at + 1]?.id)
      }
    }),
    { numRuns: 20 },
  )
})

test('the next message after an old one is found with a few small lists', async () => {
  const messages = await messagesAgo(
    server,
    space,
    Array.from({ length: 500 }, (_, index) => index * HOUR * 2),
  )
  const list = asking()
  const here = messages[1]
  if (!here) throw new Error('no message')
  expect((await findNewer(list, here))?.id).toBe(messages[2]?.id)
  expect(list.mock.calls.length).toBeLessThanOrEqual(2)
})

test('a search that would take too many lists ends with an error, not with a wrong answer', async () => {
  const [here] = await messagesAgo(
    server,
    space,
    Array.from({ length: 2000 }, () => HOUR),
  )
  if (!here) throw new Error('no message')
  await expect(findNewer(asking(), here)).rejects.toThrow('neighbours')
})
