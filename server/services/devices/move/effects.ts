import { and, eq, type SQL, sql } from 'drizzle-orm'
import { CONNECTOR_KINDS } from '#contract/alerts'
import { type DeviceMove, MOVED_MESSAGES_MAX, type MoveEffects } from '#contract/devices/handover'
import type { Queryable } from '../../../db/database'
import { message } from '../../../db/schema'
import type { Deps } from '../../../deps'
import type { Person } from '../../common/caller'
import { cancelledAt, DOWNLINK, IS_WAITING, noteEvents } from '../downlinks'
import { endJobs, openJobs } from '../firmware'
import { lockDevice, type OneDevice } from '../lockDevice'
import { checkHistory, type Target, targetOf } from './target'

/** A device and the space that it is moved to. */
export interface Move extends OneDevice {
  target: Target
}

/** Tags of the device, and those with the same names in the other space. */
const TAGS = sql`
  device_tag o join tag t on t.space_id = o.space_id and t.id = o.tag_id`

const ofDevice = ({ spaceId, deviceId }: OneDevice) =>
  sql`o.space_id = ${spaceId} and o.device_id = ${deviceId}`

const tagNames = async (db: Queryable, one: OneDevice): Promise<string[]> =>
  (await db.execute<{ name: string }>(sql`select t.name from ${TAGS} where ${ofDevice(one)}`)).rows.map(
    ({ name }) => name,
  )

const among = (names: readonly string[]) => sql`any(${sql.param([...names])}::text[])`

/** Ids of the tags that the device gets in the other space: those with the names of its own. */
const idsOfNames = ({ target }: Move, names: readonly string[]): SQL =>
  sql`select k.id from tag k where k.space_id = ${target.id} and k.name = ${among(names)}`

/** The same tags now, locked until the transaction ends. */
export async function keptTags(tx: Queryable, move: Move): Promise<string[]> {
  const names = await tagNames(tx, move)
  const { rows } = await tx.execute<{ id: string }>(sql`${idsOfNames(move, names)} for key share`)
  return rows.map(({ id }) => id)
}

const tagRef = sql`json_build_object('id', t.id, 'name', t.name, 'color', t.color)`
const named = sql`json_build_object('id', c.id, 'name', c.name)`

/** The enabled connectors of a space that have one of these tags. */
const connectors = (spaceId: string, tagIds: SQL) => sql`(
  select coalesce(json_agg(${named} order by c.name, c.id), '[]') from connector c
  where c.space_id = ${spaceId} and c.enabled and exists (
    select from connector_tag t where t.space_id = c.space_id and t.connector_id = c.id and t.tag_id in (${tagIds})))`

/** The rules of a space that apply to a device with these tags there; the same as `isInScope` of alerts. */
const rules = (spaceId: string, { deviceId }: OneDevice, tagIds: SQL) => sql`(
  select coalesce(json_agg(${named} order by c.name, c.id), '[]') from alert_rule c
  where c.space_id = ${spaceId} and c.enabled and c.condition->>'kind' <> all(${sql.param([...CONNECTOR_KINDS])}::text[]) and (
    c.scope->>'kind' = 'all' or coalesce(c.scope->'device_ids' ? ${deviceId}::text, false)
    or c.scope->>'kind' = 'tags' and exists (select from (${tagIds}) own (id) where c.scope->'tag_ids' ? own.id::text)))`

/** The permissions of which a key needs one to do anything with an existing device. */
const ABOUT_DEVICES = sql`array(
  select p from unnest(k.permissions) p
  where p like 'space:message:%' or p like 'space:variable:%' or (p like 'space:device:%' and p <> 'space:device:create'))`

type Effects<Names extends keyof MoveEffects> = Pick<MoveEffects, Names> & Record<string, unknown>

/** What the device loses in its space. `names` are those of the tags of the other space. */
const lossesOf = (db: Queryable, { spaceId, deviceId }: OneDevice, names: readonly string[]) => {
  const one = { spaceId, deviceId }
  const own = sql`select o.tag_id from device_tag o where ${ofDevice(one)}`
  return db.execute<
    Effects<
      | 'lost_tags'
      | 'lost_connectors'
      | 'lost_rules'
      | 'lost_keys'
      | 'variables'
      | 'lost_variables'
      | 'cancelled_downlinks'
      | 'cancelled_jobs'
      | 'messages'
      | 'series'
    >
  >(sql`
    select
      (select coalesce(json_agg(${tagRef} order by t.name, t.id), '[]') from ${TAGS} where ${ofDevice(one)}
        and t.name <> all(${sql.param([...names])}::text[])) as lost_tags,
      ${connectors(spaceId, own)} as lost_connectors,
      ${rules(spaceId, one, own)} as lost_rules,
      (select coalesce(array_agg(k.name order by k.name, k.id), '{}') from access_key k
        where k.space_id = ${spaceId} and cardinality(${ABOUT_DEVICES}) > 0 and (
          not exists (select from access_key_tag a where a.space_id = ${spaceId} and a.access_key_id = k.id)
          or exists (select from access_key_tag a
            where a.space_id = ${spaceId} and a.access_key_id = k.id and a.tag_id in (${own})))) as lost_keys,
      (select coalesce(array_agg(v.name order by v.name, v.id), '{}') from variable v
        where v.space_id = ${spaceId} and v.device_id = ${deviceId}) as variables,
      (select count(*)::int from variable v where v.space_id = ${spaceId} and v.device_id is null) as lost_variables,
      (select count(*)::int from message where ${waitingDownlinks(one)}) as cancelled_downlinks,
      (select count(*)::int from firmware_job where ${openJobs(one)}) as cancelled_jobs,
      (select count(*)::int from (
        select from message m where m.space_id = ${spaceId} and m.device_id = ${deviceId} limit ${MOVED_MESSAGES_MAX + 1}
      ) counted) as messages,
      (select count(*)::int from series s where s.space_id = ${spaceId} and s.device_id = ${deviceId}) as series`)
}

/** What the device gains in the other space. `names` are those of its tags. */
const gainsOf = (db: Queryable, move: Move, names: readonly string[]) => {
  const { id } = move.target
  return db.execute<Effects<'kept_tags' | 'new_connectors' | 'new_rules'>>(sql`
    select
      (select coalesce(json_agg(${tagRef} order by t.name, t.id), '[]') from tag t
        where t.space_id = ${id} and t.name = ${among(names)}) as kept_tags,
      ${connectors(id, idsOfNames(move, names))} as new_connectors,
      ${rules(id, move, idsOfNames(move, names))} as new_rules`)
}

/** The effects of a move now. No statement is about both spaces. */
async function effectsOf(db: Queryable, move: Move): Promise<MoveEffects> {
  const { target } = move
  const gains = await gainsOf(db, move, await tagNames(db, move))
  const names = await db.execute<{ name: string }>(sql`select name from tag where space_id = ${target.id}`)
  const losses = await lossesOf(
    db,
    move,
    names.rows.map(({ name }) => name),
  )
  const [gained, lost] = [gains.rows[0], losses.rows[0]]
  if (!gained || !lost) throw new Error('the database returned no row for the effects of a move')
  return { space: { id: target.id, name: target.name }, ...gained, ...lost }
}

/**
 * Returns the effects that a move of a device would have.
 * @throws ApiError 400 for the space that it is in, 403 without the permission to create devices in the other, 404 also for a space that
 * the caller does not see, 409 for a device that was moved away, or whose deleted history still exists there
 */
export const readMoveEffects = (
  { db }: Pick<Deps, 'db'>,
  caller: Person,
  one: OneDevice,
  input: DeviceMove,
) =>
  db.transaction(async (tx): Promise<MoveEffects> => {
    const target = await targetOf(tx, caller, one, input)
    await lockDevice(tx, one)
    await checkHistory(tx, target, one)
    return effectsOf(tx, { ...one, target })
  })

/** The condition of the downlinks that wait for a device. */
const waitingDownlinks = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(message.spaceId, spaceId), eq(message.deviceId, deviceId), IS_WAITING)

/**
 * Cancels the waiting downlinks and firmware jobs of a device that leaves, with an event for each. A firmware job that can no longer be
 * cancelled fails, because its success would not be reported in this space. The downlinks come first, as in `cancelJobs`.
 */
export async function endOrders(
  tx: Queryable,
  one: OneDevice,
  { at, userId }: { at: Date; userId: string },
): Promise<void> {
  const downlinks = await tx
    .update(message)
    .set(cancelledAt(at))
    .where(waitingDownlinks(one))
    .returning(DOWNLINK)
  await noteEvents(tx, downlinks, { type: 'downlink.cancelled', at, userId })
  await endJobs(tx, openJobs(one), { at, reason: 'the device was moved to another space' })
}
