import { type Message, messagesApi } from '#contract/messages'
import { createClient } from '../../src/dataProvider/client'
import { follow } from '../../src/resources/messages/list/tail/follower'
import { sentences } from './tool'

/** Most rows that a tail holds. */
const HELD = 5000

interface Options {
  /** The server of the next call. */
  next: () => string
  token: string
  spaceId: string
  /** Start of its range, in milliseconds since 1970. */
  floor?: number
  onRefused: (error: unknown) => void
}

/** Follows the messages of a space as the console does. */
export function followMessages({ next, token, spaceId, floor = 0, onRefused }: Options) {
  let ids: readonly string[] = []
  /** Number of rows at the start. */
  let first: number | undefined
  let [arrived, readings] = [0, 0]
  const tail = follow<Message>({
    read: async ({ after, cursor, limit }, signal) => {
      const query = { after: new Date(Math.max(floor, after ?? 0)).toISOString(), offset: cursor, limit }
      const client = createClient(`${next()}/v2`, () => token)
      const { answer } = messagesApi.list
      const rows = await client.call(answer, 'GET', `/spaces/${spaceId}/messages`, { query, signal })
      readings++
      return { rows, floor }
    },
    onChange: ({ rows, ...followed }) => {
      ids = (rows ?? []).map(({ id }) => id)
      first ??= rows?.length
      arrived = (first ?? 0) + followed.arrived
    },
    onRefused,
  })
  return {
    stop: tail.stop,
    /** Number of messages seen. */
    seen: () => arrived,
    /** Ids of its rows, newest first, and number of pages read. */
    shown: () => ({ ids, readings }),
    /** Faults of the tail. @param stored all stored ids, newest first */
    judge: (stored: readonly string[]): string[] =>
      sentences(
        [arrived !== stored.length, `the tail saw ${arrived} of ${stored.length} messages`],
        [new Set(ids).size !== ids.length, 'the tail has messages twice'],
        [ids.join() !== stored.slice(0, HELD).join(), 'the tail is not as the messages are'],
      ),
  }
}
