import type { ReadingQuery } from '#contract/series'
import type { Db } from '../../db/database'
import type { Caller } from '../common/caller'
import type { OneDevice } from '../devices/hold'
import { readData, readingsIn, type StoredMessage } from './messages'
import { checkSeen } from './read'

/** A reading may have a time so much later than its message. */
const AHEAD = 86_400_000
/** Most parts of the messages that are looked at, from a time on. */
const PARTS = 5

/** Whether a message has the reading of a path and a time. */
const has = (message: StoredMessage, { path, at }: ReadingQuery): boolean =>
  readingsIn(message).some((reading) => reading.path === path && Math.round(reading.at) === at)

/** Looks at messages from a time on; once one was found, until some have none. */
async function lastFrom(
  db: Db,
  device: OneDevice,
  query: ReadingQuery,
  time: number,
): Promise<string | null> {
  let found: string | null = null
  let from = time
  for (let part = 0; part < PARTS; part++) {
    const messages = await readData(db.$client, device, 'since', new Date(from))
    const last = messages.findLast((message) => has(message, query))
    if (!last && found !== null) break
    found = last?.id ?? found
    const end = messages.at(-1)
    if (!end) break
    from = end.createdAt.getTime() + 1
  }
  return found
}

/**
 * The last message that has the reading of a path and a time: it came then or later, or not much before. Of many messages
 * only the first are looked at.
 * @throws ApiError 404 for a device that the caller does not see
 */
export async function findMessage(
  db: Db,
  caller: Caller,
  one: OneDevice,
  query: ReadingQuery,
): Promise<{ message_id: string | null }> {
  await checkSeen(db, caller, one)
  const { at } = query
  const found = (await lastFrom(db, one, query, at)) ?? (await lastFrom(db, one, query, at - AHEAD))
  return { message_id: found }
}
