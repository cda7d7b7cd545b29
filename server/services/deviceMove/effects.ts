import { type SQL, sql } from 'drizzle-orm'
import { type DeviceMove, MOVED_MESSAGES_MAX, type MoveEffects } from '#contract/devices/handover'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import type { Person } from '../caller'
import { holdDevice, type OneDevice } from '../deviceHold'
import { openJobs } from '../firmware'
import { pendingDownlinks } from './ended'
import { checkHistory, type Target, targetOf } from './target'

/** A device and the space that it is moved to. */
export interface Move extends OneDevice {
  target: Target
}

/** Tags of the device, and those of the same name in the other space. */
const TAGS = sql`
  device_tag o join tag t on t.space_id = o.space_id and t.id = o.tag_id`

const ofDevice = ({ spaceId, deviceId }: OneDevice) =>
  sql`o.space_id = ${spaceId} and o.device_id = ${deviceId}`

/** Ids of the tags of the other space that the device gets: those with the names of its own. */
export const keptTags = (move: Move): SQL => sql`
  select k.id from tag k where k.space_id = ${move.target.id} and k.name in (select t.name from ${TAGS} where ${ofDevice(move)})`

const tagRef = sql`json_build_object('id', t.id, 'name', t.name, 'color', t.color)`
const named = sql`json_build_object('id', c.id, 'name', c.name)`

/** The connectors of a space that work and have one of these tags. */
const connectors = (spaceId: string, tagIds: SQL) => sql`(
  select coalesce(json_agg(${named} order by c.name, c.id), '[]') from connector c
  where c.space_id = ${spaceId} and c.enabled and exists (
    select from connector_tag t where t.space_id = c.space_id and t.connector_id = c.id and t.tag_id in (${tagIds})))`

/** What a key needs one of to have anything to do with a device that exists. */
const ABOUT_DEVICES = sql`array(
  select p from unnest(k.permissions) p
  where p = 'space:message:read' or (p like 'space:device:%' and p <> 'space:device:create'))`

/** What a move does, as it is now. */
export async function effectsOf(db: Queryable, move: Move): Promise<MoveEffects> {
  const { spaceId, deviceId, target } = move
  const own = sql`select o.tag_id from device_tag o where ${ofDevice(move)}`
  const { rows } = await db.execute<Omit<MoveEffects, 'space'> & Record<string, unknown>>(sql`
    select
      (select coalesce(json_agg(${tagRef} order by t.name, t.id), '[]') from ${TAGS} where ${ofDevice(move)}
        and t.name not in (select k.name from tag k where k.space_id = ${target.id})) as lost_tags,
      (select coalesce(json_agg(${tagRef} order by t.name, t.id), '[]') from tag t
        where t.space_id = ${target.id} and t.id in (${keptTags(move)})) as kept_tags,
      ${connectors(spaceId, own)} as lost_connectors,
      ${connectors(target.id, keptTags(move))} as new_connectors,
      (select coalesce(array_agg(k.name order by k.name, k.id), '{}') from access_key k
        where k.space_id = ${spaceId} and cardinality(${ABOUT_DEVICES}) > 0 and (
          not exists (select from access_key_tag a where a.space_id = k.space_id and a.access_key_id = k.id)
          or exists (select from access_key_tag a
            where a.space_id = k.space_id and a.access_key_id = k.id and a.tag_id in (${own})))) as lost_keys,
      (select coalesce(array_agg(v.name order by v.name, v.id), '{}') from variable v
        where v.space_id = ${spaceId} and v.device_id = ${deviceId}) as variables,
      (select count(*)::int from variable v where v.space_id = ${spaceId} and v.device_id is null) as lost_variables,
      (select count(*)::int from message where ${pendingDownlinks(move)}) as cancelled_downlinks,
      (select count(*)::int from firmware_job where ${openJobs(move)}) as cancelled_jobs,
      (select count(*)::int from (
        select from message m where m.space_id = ${spaceId} and m.device_id = ${deviceId} limit ${MOVED_MESSAGES_MAX + 1}
      ) counted) as messages`)
  const [effects] = rows
  if (!effects) throw new Error('the database returned no row for the effects of a move')
  return { space: { id: target.id, name: target.name }, ...effects }
}

/**
 * Tells what a move of a device would do.
 * @throws ApiError 400 for the space that it is in, 403 without the permission to create devices in the other, 404 also
 * for a space that the caller does not see, 409 for a device that was moved away, or whose
 * deleted history is still there
 */
export const readMoveEffects = (
  { db }: Pick<Deps, 'db'>,
  caller: Person,
  one: OneDevice,
  input: DeviceMove,
) =>
  db.transaction(async (tx): Promise<MoveEffects> => {
    const target = await targetOf(tx, caller, one, input)
    await holdDevice(tx, one)
    await checkHistory(tx, target, one)
    return effectsOf(tx, { ...one, target })
  })
