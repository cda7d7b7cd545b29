import { DAY } from '#contract/common/durations'
import type { ReadingQuery } from '#contract/series'
import type { Db } from '../../db/database'
import { inSlices, type Rest } from '../background/slices'
import type { Caller } from '../common/caller'
import type { OneDevice } from '../devices/lockDevice'
import { checkSeen } from './listSeries'
import { readData, readingsIn, readMeasured, type StoredMessage } from './store/messages'
import { dayOf } from './store/pack'
import { timesIn } from './store/unpack'

/** How much later than its message a reading may be. */
const AHEAD = DAY
/** Most parts of the messages that are searched, in one direction from a time on. */
const PARTS = 5

interface Search extends ReadingQuery {
  rest: Rest
}

/** The last of some messages that has the reading of a path and a time. */
async function lastWith(
  messages: readonly StoredMessage[],
  { path, at, rest }: Search,
): Promise<string | undefined> {
  for (const message of messages.toReversed()) {
    if (readingsIn(message).some((reading) => reading.path === path && Math.round(reading.at) === at))
      return message.id
    // Reading a character takes about as long as a value of a history.
    await rest(message.body.length)
  }
  return undefined
}

/** The latest time at which the newest message with values of a day came. */
const LATEST = {
  name: 'series.latest',
  text: `
    select greatest(d.received_at, (d.day + d.last_at * interval '1 millisecond') at time zone 'UTC') as at,
      case when d.last_at is null then d.points end as points
    from series s
    join series_day d on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
    where s.space_id = $1 and d.space_id = $1 and s.device_id = $2 and d.device_id = $2 and s.path = $3 and d.day = $4::date`,
}

/** Where to search for messages that may have readings of other times than their own. */
interface Stretch {
  direction: 'since' | 'before'
  time: number
}

/** Searches messages part by part: a value that devices sent late may be in the last messages to come. */
async function lookAlong(
  db: Db,
  device: OneDevice,
  search: Search,
  { direction, time }: Stretch,
): Promise<string | undefined> {
  let from = time
  for (let part = 0; part < PARTS && from >= search.at - AHEAD; part++) {
    const which = { deviceId: device.deviceId, time: new Date(from) }
    const read = await readData(db.$client, device.spaceId, direction, [which])
    const messages = read.get(device.deviceId) ?? []
    const found = await lastWith(messages, search)
    const end = direction === 'since' ? messages.at(-1) : messages[0]
    if (found !== undefined || !end) return found
    from = end.createdAt.getTime() + (direction === 'since' ? 1 : 0)
  }
  return undefined
}

/**
 * The message that a value comes from: the last one that was measured at that time as a whole, otherwise the last one with an item of that
 * time. It may have come long after. The search goes from both ends of the time in which it came; if there are many messages, some in
 * between are not searched.
 * @throws ApiError 404 for a device that the caller does not see
 */
export async function findMessage(
  db: Db,
  caller: Caller,
  one: OneDevice,
  query: ReadingQuery,
): Promise<{ message_id: string | null }> {
  await checkSeen(db, caller, one)
  const { path, at } = query
  const search = Object.assign({ rest: inSlices(caller, one.spaceId) }, query)
  const measured = await lastWith(await readMeasured(db.$client, one, new Date(at)), search)
  if (measured !== undefined) return { message_id: measured }
  const { rows } = await db.$client.query<{ at: Date | null; points: Buffer | null }>({
    ...LATEST,
    values: [one.spaceId, one.deviceId, path, dayOf(at)],
  })
  const [latest] = rows
  if (!latest) return { message_id: null }
  const last = latest.points ? timesIn(latest.points).at(-1) : undefined
  const stretches: Stretch[] = [
    { direction: 'before', time: Math.max(latest.at?.getTime() ?? 0, last ?? 0) + 1 },
    { direction: 'since', time: at },
    { direction: 'since', time: at - AHEAD },
  ]
  for (const stretch of stretches) {
    const found = await lookAlong(db, one, search, stretch)
    if (found !== undefined) return { message_id: found }
  }
  return { message_id: null }
}
