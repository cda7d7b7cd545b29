import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { type Candidate, ROLLOUT_DEVICES_MAX, type RolloutOrder, type RolloutScope } from '#contract/rollouts'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import { notMoved } from '../common/visibility'
import { OPEN_STATES } from '../devices/firmware'
import { deviceList } from '../devices/list'
import { filtersOfView } from '../views/scope'

/** A device of the scope of a roll-out, with what decides whether and when it takes part. */
export interface Found extends Candidate {
  name: string
  takesDownlinks: boolean
  isSilent: boolean
  isNeverSeen: boolean
  confirms: boolean
  /** Seconds; null while it is unknown. */
  usualInterval: number | null
  /** For a firmware: the last one that it has got for the target, and whether a job for it runs. */
  firmware: string | null
  hasJob: boolean
  /** For settings: whether it has reported them, and they are wished already. */
  hasSettings: boolean
  /** What the records of the device have. */
  label: Record<string, string>
  comment: string | null
}

/** SQL condition: a device takes downlinks; the rule is `allowsDownlinks` of the contract. */
const TAKES_DOWNLINKS = `(
  not exists (select from device_tag t where t.space_id = d.space_id and t.device_id = d.id)
  or exists (
    select from device_tag t join tag g on g.space_id = t.space_id and g.id = t.tag_id
    where t.space_id = d.space_id and t.device_id = d.id and g.access_type = 'write'))`

/** SQL of the last firmware that a device got for the target `$4`. */
const LAST_FIRMWARE = `(
  select j.firmware_id from firmware_job j
  where j.space_id = d.space_id and j.device_id = d.id and j.target = $4 and j.state = 'succeeded'
  order by j.id desc limit 1)`

const HAS_JOB = `exists (
  select from firmware_job j where j.space_id = d.space_id and j.device_id = d.id and j.target = $4
    and j.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')}))`

const FIND = {
  name: 'rollouts.candidates',
  text: `
    select d.id, d.name, d.label, d.comment,
      array(select t.tag_id::text from device_tag t where t.space_id = d.space_id and t.device_id = d.id) as "tagIds",
      ${TAKES_DOWNLINKS} as "takesDownlinks", coalesce(k.silent_at <= $3, false) as "isSilent",
      k.last_seen is null as "isNeverSeen", k.confirms, k.usual_interval as "usualInterval",
      case when $4::text is not null then ${LAST_FIRMWARE} end as firmware,
      $4::text is not null and ${HAS_JOB} as "hasJob",
      $5::jsonb is not null and exists (
        select from device_configuration c
        where c.space_id = $1 and c.device_id = d.id and c.reported @> $5::jsonb and c.wished @> $5::jsonb) as "hasSettings"
    from unnest($2::uuid[]) wanted (id)
      join device d on d.space_id = $1 and d.id = wanted.id
      join device_contact k on k.space_id = $1 and k.device_id = d.id
    where ${notMoved('d')}
    order by d.name, d.id`,
}

const OF_TAGS = {
  name: 'rollouts.devices_of_tags',
  text: `select distinct t.device_id as id from device_tag t where t.space_id = $1 and t.tag_id = any($2::uuid[]) limit $3`,
}

const OF_ROLLOUT = {
  name: 'rollouts.devices_of_rollout',
  text: `
    select r.device_id as id from rollout_device r
    where r.space_id = $1 and r.rollout_id = $2 and (cardinality($3::text[]) = 0 or r.state = any($3::text[])) limit $4`,
}

/** Where devices are read: the connection of a transaction, or the pool. */
type ScopeDeps = { client: Pick<Pool, 'query'> } & Pick<Deps, 'now'>

/** The ids of the devices of a scope, one more than a roll-out may have at most. */
async function idsOf(
  deps: ScopeDeps,
  caller: Caller,
  spaceId: string,
  scope: RolloutScope,
): Promise<string[]> {
  const most = ROLLOUT_DEVICES_MAX + 1
  const { client } = deps
  switch (scope.kind) {
    case 'devices':
      return [...new Set(scope.device_ids)]
    case 'tags': {
      const { rows } = await client.query<{ id: string }>({
        ...OF_TAGS,
        values: [spaceId, scope.tag_ids, most],
      })
      return rows.map(({ id }) => id)
    }
    case 'filter': {
      const ids = await deviceList.ids(deps, caller, spaceId, scope.filters, most)
      const except = new Set(scope.except_ids)
      return ids.filter((id) => !except.has(id))
    }
    case 'view': {
      const filters = await filtersOfView(client, caller, spaceId, scope.view_id)
      return deviceList.ids(deps, caller, spaceId, filters, most)
    }
    case 'rollout': {
      const { rows } = await client.query<{ id: string }>({
        ...OF_ROLLOUT,
        values: [spaceId, scope.rollout_id, scope.states, most],
      })
      return rows.map(({ id }) => id)
    }
  }
}

/**
 * The devices of a scope, by name. Those that were deleted or moved are left out in silence: they are not in the space.
 * @throws ApiError 400 for too many, or a view that is none of the space, 403
 */
export async function findCandidates(
  deps: ScopeDeps,
  caller: Caller,
  spaceId: string,
  scope: RolloutScope,
  order: RolloutOrder,
): Promise<Found[]> {
  const ids = await idsOf(deps, caller, spaceId, scope)
  if (ids.length > ROLLOUT_DEVICES_MAX)
    throw new ApiError(400, `scope has more than ${ROLLOUT_DEVICES_MAX} devices`)
  return readCandidates(deps, spaceId, ids, order)
}

/** The same for devices with known ids. */
export async function readCandidates(
  { client, now }: ScopeDeps,
  spaceId: string,
  ids: readonly string[],
  order: RolloutOrder,
): Promise<Found[]> {
  const target = order.kind === 'firmware' ? order.target : null
  // A wish that is taken back is always a change.
  const wishes = order.kind === 'settings' && !Object.values(order.settings).includes(null)
  const settings = wishes ? JSON.stringify(order.settings) : null
  const { rows } = await client.query<Found>({ ...FIND, values: [spaceId, ids, now(), target, settings] })
  return rows
}

/** Checks that the tags that an order adds are of the space. @throws ApiError 400 */
export async function checkTags(db: Queryable, spaceId: string, order: RolloutOrder): Promise<void> {
  if (order.kind !== 'records' || order.add_tags.length === 0) return
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from tag where space_id = ${spaceId} and id = any(${sql.param(order.add_tags)}::uuid[])`,
  )
  if ((rows[0]?.count ?? 0) < new Set(order.add_tags).size)
    throw new ApiError(400, 'order has a tag that is not in this space')
}
