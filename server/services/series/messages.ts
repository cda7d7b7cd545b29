import type { Pool, PoolClient } from 'pg'
import { type Reading, readingsOf } from '#contract/series'
import type { OneDevice } from '../devices/hold'

/** Messages that are read at a time, and bytes of their bodies after which no more are. */
const MESSAGES = 200
const BYTES = 512 * 1024

export interface StoredMessage {
  id: string
  createdAt: Date
  /** As the device says. */
  measuredAt: Date | null
  body: string
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The readings of a message; what is no JSON has none. */
export const readingsIn = ({ createdAt, measuredAt, body }: Omit<StoredMessage, 'id'>): Reading[] =>
  readingsOf(parse(body), (measuredAt ?? createdAt).getTime(), createdAt.getTime())

const DATA = `m.space_id = $1 and m.device_id = $2 and m.type = 'data' and m.direction = 'up'`

/** All messages of one time are read together, for a place between them could not be told. */
const sliceOf = (name: string, beyond: string, order: 'asc' | 'desc', upTo: string) => ({
  name: `series.${name}`,
  text: `
    with slice as (
      select m.created_at, row_number() over w as place, sum(octet_length(m.body)) over w as bytes
      from (
        select created_at, id, body from message m where ${DATA} and m.created_at ${beyond} $3
        order by m.created_at ${order}, m.id ${order} limit ${MESSAGES}
      ) m
      window w as (order by m.created_at ${order}, m.id ${order})
    ), last as (
      select created_at from slice where place = 1 or bytes < ${BYTES} order by place desc limit 1
    )
    select m.id, m.created_at as "createdAt", m.measured_at as "measuredAt", coalesce(m.body, '') as body from message m, last
    where ${DATA} and m.created_at ${beyond} $3 and m.created_at ${upTo} last.created_at
    order by m.created_at, m.id`,
})

const SINCE = sliceOf('since', '>=', 'asc', '<=')
const BEFORE = sliceOf('before', '<', 'desc', '>=')

/** The next data that a device sent since a time, or before it, the oldest first. */
export async function readData(
  client: Pool | PoolClient,
  { spaceId, deviceId }: OneDevice,
  direction: 'since' | 'before',
  time: Date,
): Promise<StoredMessage[]> {
  const statement = direction === 'since' ? SINCE : BEFORE
  const { rows } = await client.query<StoredMessage>({ ...statement, values: [spaceId, deviceId, time] })
  return rows
}

/** Most messages that are read of one time, in each of the two ways in which they have it. */
const OF_ONE_TIME = 100

const OWN_TIME = {
  name: 'series.ownTime',
  text: `
    select id, "createdAt", "measuredAt", body from (
      select id, "createdAt", "measuredAt", body,
        sum(octet_length(body)) over (order by "createdAt" desc, id desc) - octet_length(body) as passed
      from (
        (
          select m.id, m.created_at as "createdAt", m.measured_at as "measuredAt", coalesce(m.body, '') as body from message m
          where ${DATA} and m.created_at = $3 and m.measured_at is null order by m.id desc limit ${OF_ONE_TIME}
        ) union all (
          select m.id, m.created_at, m.measured_at, coalesce(m.body, '') from message m
          where ${DATA} and m.measured_at = $3 order by m.created_at desc limit ${OF_ONE_TIME}
        )
      ) m
    ) m
    where passed < ${BYTES} order by "createdAt", id`,
}

/** The data that a device measured at a time, as its messages as a whole say, in the order in which they came. */
export async function readMeasured(
  client: Pool,
  { spaceId, deviceId }: OneDevice,
  time: Date,
): Promise<StoredMessage[]> {
  const { rows } = await client.query<StoredMessage>({ ...OWN_TIME, values: [spaceId, deviceId, time] })
  return rows
}

const NEXT = {
  name: 'series.next',
  text: `select min(m.created_at) as at from message m where ${DATA} and m.created_at > $3`,
}

/** When a device has sent its first data after a time; null if it has not. */
export async function nextData(
  client: PoolClient,
  { spaceId, deviceId }: OneDevice,
  after: Date,
): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>({ ...NEXT, values: [spaceId, deviceId, after] })
  return rows[0]?.at ?? null
}
