import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract'
import { unknownFailure } from '#contract/connectors'
import { messageSchema } from '#contract/messages'
import { aDevice, aMessage, aTag, messagesOf } from '../../../../tests/support/builders'
import { connect, uuid } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import type { ListMessages } from '../../../dataProvider/messagePages'
import type { Verdict } from './run'
import { BATCH_SIZE, groupsOf, loadMessages } from './useBatch'

const { server, space } = await serveSpace()

/** Message with a number; higher ones are newer. */
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
  const bodies = (length: number) => Array.from({ length }, () => ({}))
  const { signal } = new AbortController()
  let line: ReturnType<typeof connect>
  const list: ListMessages = (query) =>
    line.client.call(api.messages.list.answer, 'GET', `/spaces/${space.id}/messages`, { query })

  beforeEach(() => {
    line = connect(server, space.owner)
  })

  it('are the newest of all tags, without repeats', async () => {
    const [red, blue] = [await aTag(server, space), await aTag(server, space)]
    const older = await messagesOf(server, await aDevice(server, space, { tags: [red] }), bodies(150))
    const both = await aDevice(server, space, { tags: [red, blue] })
    const newer = await messagesOf(server, both, bodies(BATCH_SIZE - 50))
    const scope = { tagIds: [red.id, blue.id] }
    const messages = await loadMessages(list, { scope, types: ['data'], direction: 'up' }, signal)
    expect(messages.map(({ id }) => id)).toEqual(
      [...older, ...newer].toSorted().toReversed().slice(0, BATCH_SIZE),
    )
  })

  it('are only those of the chosen device, types and direction', async () => {
    const device = await aDevice(server, space)
    const id = await aMessage(server, device, { direction: 'down' })
    await aMessage(server, device)
    await aMessage(server, device, { type: 'shell', direction: 'down' })
    await aMessage(server, await aDevice(server, space), { direction: 'down' })
    const wanted = { scope: { device_id: device.id }, types: ['data'], direction: 'down' } as const
    expect(await loadMessages(list, wanted, signal)).toMatchObject([{ id }])
  })

  it('are none without a type, because the server would answer with all types', async () => {
    const device = await aDevice(server, space)
    await aMessage(server, device)
    const none = { scope: { device_id: device.id }, types: [], direction: 'up' } as const
    expect(await loadMessages(list, none, signal)).toEqual([])
    expect(line.calls).toEqual([])
  })
})
