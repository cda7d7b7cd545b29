import { describe, expect, it, vi } from 'vitest'
import { unknownFailure } from '#contract/connectors'
import { type Message, messageSchema } from '#contract/messages'
import type { ListMessages, MessageQuery } from '../../../dataProvider/messagePages'
import type { Verdict } from './run'
import { BATCH_SIZE, groupsOf, loadMessages } from './useBatch'

const uuid = (index: number) => `01890a5d-ac96-774b-bcce-${String(index).padStart(12, '0')}`

/** The message with this number; the higher, the newer. */
const message = (index: number) =>
  messageSchema.parse({
    id: uuid(index),
    device_id: uuid(1),
    created_at: new Date(1_770_000_000_000 + index).toISOString(),
    type: 'data',
    direction: 'up',
  })

describe('the groups of a run', () => {
  const sent: Verdict = {
    kind: 'sent',
    request: { method: 'POST', url: 'https://example.com', header: {}, body: null },
  }
  const failed = (error: string): Verdict => ({ kind: 'failed', failure: unknownFailure(error) })

  it('are failures by their error, the most frequent first, then cancelled, then sent messages', () => {
    const verdicts = [sent, failed('a'), { kind: 'cancelled' } as const, failed('b'), failed('b')]
    const groups = groupsOf(verdicts.map((verdict, index) => ({ message: message(index), verdict })))
    expect(
      groups.map(({ kind, failed, messages, rank }) => [
        rank,
        kind,
        failed?.failure.error ?? null,
        messages.length,
      ]),
    ).toEqual([
      [0, 'failed', 'b', 2],
      [1, 'failed', 'a', 1],
      [2, 'cancelled', null, 1],
      [3, 'sent', null, 1],
    ])
  })
})

describe('the messages of a run', () => {
  const { signal } = new AbortController()
  const answering = (answer: (query: MessageQuery) => Message[]) =>
    vi.fn<ListMessages>(async (query) => answer(query))

  it('are the newest of all tags, each once', async () => {
    const numbers = (from: number) => Array.from({ length: BATCH_SIZE }, (_, i) => message(from + i))
    const list = answering(({ tag_id }) => numbers(tag_id === 'red' ? 0 : 150))
    const scope = { tagIds: ['red', 'blue'] }
    const messages = await loadMessages(list, { scope, types: ['data'], direction: 'up' }, signal)
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: BATCH_SIZE }, (_, i) => uuid(349 - i)))
  })

  it('are asked of the chosen device alone', async () => {
    const list = answering(() => [message(1)])
    await loadMessages(list, { scope: { device_id: 'pump' }, types: ['data'], direction: 'down' }, signal)
    expect(list.mock.calls.map(([query]) => query)).toMatchObject([
      { device_id: 'pump', type: ['data'], direction: 'down' },
    ])
  })

  it('are none without a type, because the server would answer with all types', async () => {
    const list = answering(() => [message(1)])
    const none = { scope: { device_id: 'pump' }, types: [], direction: 'up' } as const
    expect(await loadMessages(list, none, signal)).toEqual([])
    expect(list).not.toHaveBeenCalled()
  })
})
