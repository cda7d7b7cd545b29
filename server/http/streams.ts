import { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { ApiError } from '../errors'

/** Most simultaneous large answers of one share of the server; each, or a piece of it, is in memory. */
const STREAMS_MAX = 20

/** Returns a function that counts a large answer until its connection is done with it. @throws ApiError 429 */
export function countStreams() {
  const open = new Map<string, number>()
  return (sharer: string, c: Context) => {
    // Calls within the process have no connection.
    const answer: unknown = c.env?.outgoing
    if (!(answer instanceof ServerResponse)) return
    const count = open.get(sharer) ?? 0
    if (count >= STREAMS_MAX)
      throw new ApiError(
        429,
        `at most ${STREAMS_MAX} large pages are sent at a time, try again in 60 seconds`,
        {
          'Retry-After': '60',
        },
      )
    open.set(sharer, count + 1)
    answer.once('close', () => {
      const left = (open.get(sharer) ?? 0) - 1
      if (left > 0) open.set(sharer, left)
      else open.delete(sharer)
    })
  }
}
