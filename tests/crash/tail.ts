import { type Message, messagesApi } from '#contract/messages'
import { createClient } from '../../src/dataProvider/client'
import { follow } from '../../src/resources/messages/list/tail/follower'
import type { Client } from '../harness/client'
import { sentences } from '../harness/tool'

/** Most rows that a tail holds. */
const HELD = 5000

/** Follows the messages of a space as the console does, at any copy. */
export function followMessages(client: Client, spaceId: string) {
  const consoles = new Map(
    client.servers.urls.map((url) => [url, createClient(`${url}/v2`, () => client.token)]),
  )
  let rows: readonly Pick<Message, 'id' | 'created_at'>[] = []
  /** How many rows there were when it began. */
  let first: number | undefined
  let arrived = 0
  const tail = follow<Message>({
    read: async ({ after, cursor, limit }, signal) => {
      const query = { after: new Date(after ?? 0).toISOString(), offset: cursor, limit }
      const path = `/spaces/${spaceId}/messages`
      const { answer } = messagesApi.list
      const read = await consoles.get(client.next())?.call(answer, 'GET', path, { query, signal })
      return { rows: read ?? [], floor: 0 }
    },
    onChange: (followed) => {
      rows = followed.rows ?? []
      first ??= followed.rows?.length
      arrived = (first ?? 0) + followed.arrived
    },
    onRefused: (error) => client.ledger.blame(`the tail was refused: ${String(error)}`),
  })
  return {
    stop: tail.stop,
    /** How many messages it has seen. */
    seen: () => arrived,
    /** What is wrong with it, given all ids that are stored, newest first. */
    judge: (stored: readonly string[]): string[] => {
      const ids = rows.map(({ id }) => id)
      return sentences(
        [arrived !== stored.length, `the tail saw ${arrived} of ${stored.length} messages`],
        [new Set(ids).size !== ids.length, 'the tail has messages twice'],
        [ids.join() !== stored.slice(0, HELD).join(), 'the tail is not as the messages are'],
      )
    },
  }
}
