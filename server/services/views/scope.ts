import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { DeviceFilters } from '#contract/devices'
import type { Permission } from '#contract/permissions'
import { deviceFiltersOf, SCOPE_VIEW_SECONDS, SCOPE_VIEWS_MAX, type View } from '#contract/views'
import { isOfDatabase } from '../../db/away'
import { inTransaction, type Queryable } from '../../db/database'
import { view } from '../../db/schema'
import { ApiError } from '../../errors'
import { interleaved, PERSON, type SpaceWork } from '../background/fairShares'
import { type Caller, may } from '../common/caller'
import { withValues } from '../common/statement'
import { authorizeFilters, deviceList } from '../devices/list'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'

/** The filters of a shared view of devices of the space `$1`. */
const FILTER = {
  name: 'views.filter',
  text: `select filter from view where space_id = $1 and id = $2 and shared and list = 'devices'`,
}

/** The devices of a stored view; null for filters that this version does not have, which match nothing. */
const filtersOf = ({ filter }: Pick<View, 'filter'>) => deviceFiltersOf(filter)

function checked(caller: Caller, rows: readonly Pick<View, 'filter'>[]): DeviceFilters {
  const [row] = rows
  if (!row) throw new ApiError(400, 'scope has a view that is not a shared view of devices of this space')
  const filters = filtersOf(row)
  if (!filters)
    throw new ApiError(400, 'scope has a view with a filter that the list of devices does not have')
  if (filters.moved === 'true') throw new ApiError(400, 'scope has a view of devices that were moved away')
  authorizeFilters(caller, filters)
  return filters
}

/**
 * The filters of the devices of a view, for a scope.
 * @throws ApiError 400 if it is no shared view of devices of the space, 403 if its filters read what the caller may not
 */
export async function filtersOfView(
  client: Pick<Pool, 'query'>,
  caller: Caller,
  spaceId: string,
  viewId: string,
): Promise<DeviceFilters> {
  const { rows } = await client.query<Pick<View, 'filter'>>({ ...FILTER, values: [spaceId, viewId] })
  return checked(caller, rows)
}

/** SQL of the rules, and of the mutes that end after a time, whose scope is the devices of a view. */
const used = (at: SQL, isOfSpace: (row: SQL) => SQL, which = sql`true`) => sql`
  select r.space_id, (r.scope->>'view_id')::uuid as view_id, 'alertRule' as kind, r.name from alert_rule r
    where r.scope->>'kind' = 'view' and ${isOfSpace(sql`r.space_id`)}
  union all
  select m.space_id, (m.scope->>'view_id')::uuid, 'mute', m.name from mute m
    where m.scope->>'kind' = 'view' and ${which} and (m.ends_at > ${at} or m.repeats is not null and not m.is_finished) and ${isOfSpace(sql`m.space_id`)}`

/** Those of a space. */
const usedIn = (spaceId: string, at: Date) =>
  used(sql`${at}`, (row) => sql`${row} = ${spaceId}`, sql`not m.is_past`)

/**
 * Takes a view as the scope of a rule or mute, and finds its devices. The transaction has locked the space.
 * @throws ApiError 400 also if the space has too many such views, 403
 */
export async function holdView(tx: Queryable, caller: Caller, { spaceId, id }: Key, at: Date): Promise<void> {
  const { rows } = await tx.execute<Pick<View, 'filter'>>(withValues(FILTER.text, [spaceId, id]))
  checked(caller, rows)
  const { rows: others } = await tx.execute<{ count: number }>(sql`
    select count(distinct u.view_id)::int as count
    from (${usedIn(spaceId, at)}) u where u.view_id <> ${id}`)
  if ((others[0]?.count ?? 0) >= SCOPE_VIEWS_MAX)
    throw new ApiError(400, `alert rules and mutes of a space apply to at most ${SCOPE_VIEWS_MAX} views`)
  await findDevices(tx, { spaceId, id }, at)
}

/** What can have a view as its scope, and who may know. */
const USERS: Readonly<Record<string, { name: string; permission: Permission }>> = {
  alertRule: { name: 'the alert rule', permission: 'space:alertRule:read' },
  mute: { name: 'the mute', permission: 'space:mute:read' },
  rollout: { name: 'the roll-out', permission: 'space:rollout:read' },
}

/** Checks that nothing has a view as its scope. The transaction has locked the space. @throws ApiError 409 */
export async function checkUnused(
  tx: Queryable,
  caller: Caller,
  { spaceId, id }: Key,
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ kind: string; name: string; count: number }>(sql`
    select u.kind, u.name, count(*) over ()::int as count from (
      ${usedIn(spaceId, at)}
      union all
      select o.space_id, (o.scope->>'view_id')::uuid, 'rollout', o.name from rollout o
        where o.space_id = ${spaceId} and o.state = 'draft' and o.scope->>'kind' = 'view'
    ) u where u.view_id = ${id} order by u.kind, u.name limit 1`)
  const [first] = rows
  if (!first) return
  const { name, permission } = USERS[first.kind] ?? {}
  const shown = name && permission && may(caller, permission) ? `${name} “${first.name}”` : 'something else'
  const others = first.count > 1 ? ` and ${first.count - 1} more` : ''
  throw new ApiError(409, `the view is in use: ${shown}${others} would no longer have its devices`)
}

const NONE = sql`select null::uuid as id where false`

/**
 * Finds the devices of a view anew, for the rules and mutes that apply to them: one statement, which writes only what has changed. The
 * transaction has locked the view, or its space.
 */
export async function findDevices(tx: Queryable, { spaceId, id }: Key, at: Date): Promise<void> {
  const [row] = await tx
    .update(view)
    .set({ evaluatedAt: at })
    .where(and(eq(view.spaceId, spaceId), eq(view.id, id)))
    .returning({ filter: view.filter })
  const filters = row && filtersOf(row)
  const statement = filters && deviceList.idsStatement(spaceId, filters, at)
  const found = statement ? withValues(statement.text, statement.values) : NONE
  await tx.execute(sql`
    with found as materialized (${found}), gone as (
      delete from view_device v where v.space_id = ${spaceId} and v.view_id = ${id}
        and not exists (select from found f where f.id = v.device_id)
    )
    insert into view_device (space_id, device_id, view_id)
    select ${spaceId}, f.id, ${id} from found f
    where not exists (
      select from view_device v where v.space_id = ${spaceId} and v.device_id = f.id and v.view_id = ${id})
    on conflict do nothing`)
}

/** Milliseconds for which the devices of a view that nothing uses are kept: what a mute has kept is looked at shortly after its end. */
const KEPT = 86_400_000
/** Milliseconds after which a round ends; the others wait for the next one. */
const ROUND = 5000

/** Views whose devices are due, or no longer needed, with their people; the one that was evaluated longest ago comes first. */
const due = (at: Date) => sql`
  with used as (${used(sql`${at}::timestamptz - ${KEPT} * interval '1 millisecond'`, () => sql`true`)}), due as (
    select v.space_id, v.id, v.evaluated_at from view v
    where v.evaluated_at <= ${at}::timestamptz - ${SCOPE_VIEW_SECONDS} * interval '1 second'
    union all
    select distinct v.space_id, v.id, v.evaluated_at from used u join view v on v.space_id = u.space_id and v.id = u.view_id
    where v.evaluated_at is null and v.shared
  )
  select d.space_id as "spaceId", d.id, d.evaluated_at::text as "evaluatedAt", ${sql.raw(PERSON)} as "personId",
    v.shared and exists (select from used u where u.space_id = d.space_id and u.view_id = d.id) as "isUsed"
  from due d join view v on v.space_id = d.space_id and v.id = d.id join space s on s.id = d.space_id
  order by d.evaluated_at nulls first`

type Due = Pick<SpaceWork, keyof SpaceWork> & { id: string; evaluatedAt: string | null; isUsed: boolean }

interface Round {
  now: () => Date
  stopping: AbortSignal
  /** Is called with a view that failed; it holds up no other. */
  onFailure: (failed: { viewId: string }, error: unknown) => void
}

/**
 * Finds the devices of the views that rules and mutes apply to, each at most once in a minute, in fair shares of people and their spaces.
 * Any number of copies may do it at the same time.
 */
export async function findScopes(pool: Pool, { now, stopping, onFailure }: Round): Promise<void> {
  const began = performance.now()
  const { rows } = await inTransaction(pool, (tx) => tx.execute<Due>(due(now())))
  const ofSpaces = interleaved(rows, ({ spaceId }) => spaceId)
  for (const one of interleaved(ofSpaces, ({ personId }) => personId)) {
    if (stopping.aborted || performance.now() - began > ROUND) return
    try {
      await inTransaction(pool, (tx) => findDue(tx, one, now()))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure({ viewId: one.id }, error)
    }
  }
}

async function findDue(tx: Queryable, { spaceId, id, evaluatedAt, isUsed }: Due, at: Date): Promise<void> {
  if (!(await keepSpace(tx, spaceId))) return
  // Another copy that finds it at the same time has changed the time.
  const { rowCount } = await tx.execute(sql`
    select from view where space_id = ${spaceId} and id = ${id} and evaluated_at is not distinct from ${evaluatedAt}::timestamptz
    for no key update skip locked`)
  if (rowCount === 0) return
  if (isUsed) return findDevices(tx, { spaceId, id }, at)
  await tx.execute(sql`delete from view_device where space_id = ${spaceId} and view_id = ${id}`)
  await tx.execute(sql`update view set evaluated_at = null where space_id = ${spaceId} and id = ${id}`)
}
