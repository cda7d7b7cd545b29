import { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { ApiError } from '../errors'
import { type Caller, personOf } from '../services/common/caller'

/** Most simultaneous large answers to one person and the keys that they made; each, or a piece of it, is in memory. */
const STREAMS_MAX = 20

/** Returns a function that counts a large answer until its connection is done with it. @throws ApiError 429 */
export function countStreams() {
  const open = new Map<string, number>()
  return (caller: Caller | null, c: Context) => {
    // Calls within the process have no connection.
    const answer: unknown = c.env?.outgoing
    if (!caller || !(answer instanceof ServerResponse)) return
    const who = personOf(caller)
    const count = open.get(who) ?? 0
    if (count >= STREAMS_MAX)
      throw new ApiError(
        429,
        `at most ${STREAMS_MAX} large pages are sent at a time, try again in 60 seconds`,
        {
          'Retry-After': '60',
        },
      )
    open.set(who, count + 1)
    answer.once('close', () => {
      const left = (open.get(who) ?? 0) - 1
      if (left > 0) open.set(who, left)
      else open.delete(who)
    })
  }
}
