import type { Pool, PoolClient } from 'pg'
import { type Reading, readingsOf } from '#contract/series'
import type { OneDevice } from '../../devices/lockDevice'

/**
 * Messages of a device that are read at a time, by how many all devices have together, and bytes of their bodies after which no more are
 * read.
 */
const MESSAGES = { most: 200, least: 20, all: 1000 }
const BYTES = 512 * 1024

export interface StoredMessage {
  id: string
  createdAt: Date
  /** The time that the device gives. */
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

/** The readings of a message; none if it is not JSON. */
export const readingsIn = ({ createdAt, measuredAt, body }: Omit<StoredMessage, 'id'>): Reading[] =>
  readingsOf(parse(body), (measuredAt ?? createdAt).getTime(), createdAt.getTime())

/** SQL condition: a message `m` is data that a device sent. */
export const IS_DATA = `m.type = 'data' and m.direction = 'up'`
const DATA = `m.space_id = $1 and m.device_id = $2 and ${IS_DATA}`

/**
 * The next messages of many devices: the first of each, then the second of each, and so on, until their bodies are enough. All messages of
 * one time are read together, because a position between them could not be expressed. A device without messages has one row without a
 * message, and one that is left for later has no row.
 */
const sliceOf = (name: string, beyond: string, order: 'asc' | 'desc', upTo: string) => ({
  name: `series.${name}`,
  text: `
    with device as (
      select * from unnest($2::uuid[], $3::timestamptz[]) with ordinality as w (id, time, place)
    ), slice as (
      select d.id, d.time, d.place, m.created_at, m.nth,
        sum(m.bytes) over (order by m.nth, d.place) as bytes, row_number() over (order by m.nth, d.place) as number
      from device d left join lateral (
        select m.created_at, row_number() over (order by m.created_at ${order}, m.id ${order}) as nth, octet_length(m.body) as bytes
        from (
          select m.created_at, m.id, m.body from message m
          where m.space_id = $1 and m.device_id = d.id and ${IS_DATA} and m.created_at ${beyond} d.time
          order by m.created_at ${order}, m.id ${order} limit $4
        ) m
      ) m on true
    ), read as (
      select id, time, place, ${order === 'asc' ? 'max' : 'min'}(created_at) as last from slice
      where nth is null or number = 1 or coalesce(bytes, 0) < ${BYTES} group by id, time, place
    )
    select read.id as "deviceId", m.* from read left join lateral (
      select m.id, m.created_at as "createdAt", m.measured_at as "measuredAt", coalesce(m.body, '') as body from message m
      where m.space_id = $1 and m.device_id = read.id and ${IS_DATA}
        and m.created_at ${beyond} read.time and m.created_at ${upTo} read.last
      order by m.created_at, m.id offset 0
    ) m on true
    order by read.place, m."createdAt", m.id`,
})

const SINCE = sliceOf('since', '>=', 'asc', '<=')
const BEFORE = sliceOf('before', '<', 'desc', '>=')

/** A device, and the time from which on its messages are read, or before which. */
interface ReadFrom {
  deviceId: string
  time: Date
}

/**
 * The next data that devices of a space sent since a time, or before it, the oldest first.
 * @returns by device; devices that are left for later are missing
 */
export async function readData(
  client: Pool | PoolClient,
  spaceId: string,
  direction: 'since' | 'before',
  devices: readonly ReadFrom[],
): Promise<Map<string, StoredMessage[]>> {
  const statement = direction === 'since' ? SINCE : BEFORE
  const most = Math.min(MESSAGES.most, Math.max(MESSAGES.least, Math.floor(MESSAGES.all / devices.length)))
  const { rows } = await client.query<{ deviceId: string } & (StoredMessage | { id: null })>({
    ...statement,
    values: [spaceId, devices.map(({ deviceId }) => deviceId), devices.map(({ time }) => time), most],
  })
  const read = new Map<string, StoredMessage[]>()
  for (const { deviceId, ...message } of rows) {
    const messages = read.get(deviceId) ?? []
    if (message.id !== null) messages.push(message)
    read.set(deviceId, messages)
  }
  return read
}

/** Most messages of one time that are read, for each of the two ways in which they have it. */
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

/** The data that a device measured at a time, by the time of whole messages, in the order of arrival. */
export async function readMeasured(
  client: Pool,
  { spaceId, deviceId }: OneDevice,
  time: Date,
): Promise<StoredMessage[]> {
  const { rows } = await client.query<StoredMessage>({ ...OWN_TIME, values: [spaceId, deviceId, time] })
  return rows
}
