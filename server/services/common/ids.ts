import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

const last = { msecs: 0, seq: 0 }

/** Stands for the id of a space in entries that belong to none. */
export const NO_SPACE = '00000000-0000-0000-0000-000000000000'

/**
 * Id of a new row: UUID version 7, so that ids sort by creation. Ids that this process creates in the same millisecond also sort in their
 * order.
 * @param at the time of creation, or its Unix ms; now by default
 */
export function newId(at: Date | number = Date.now()): string {
  const msecs = Number(at)
  const seq = msecs === last.msecs ? last.seq + 1 : randomInt(2 ** 31)
  Object.assign(last, { msecs, seq })
  return v7({ msecs, seq })
}

const V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** PostgreSQL does not read later times, whose years have more digits. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** The time of an id of `newId`; null for other ids. */
export function timeOf(id: string): Date | null {
  const [, high = '', low = ''] = V7.exec(id) ?? []
  const time = Number.parseInt(high + low, 16)
  return time <= LAST_TIME ? new Date(time) : null
}

/** The smallest id of a time: ids of `newId` from then or later are not before it. */
export function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** SQL of an id with the time of an expression instead of its own. */
export const idWithTime = (id: string, time: string): string => `
  encode(overlay(uuid_send(${id})
    placing substring(int8send((extract(epoch from ${time}) * 1000)::bigint) from 3) from 1 for 6
  ), 'hex')::uuid`

/** SQL of a new id for the time of an expression; PostgreSQL has `uuidv7()` only since version 18. */
export const idAt = (time: string): string =>
  idWithTime(`encode(set_bit(set_bit(uuid_send(gen_random_uuid()), 52, 1), 53, 1), 'hex')::uuid`, time)
