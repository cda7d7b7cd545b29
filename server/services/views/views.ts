import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '#contract/permissions'
import {
  deviceFiltersOf,
  OWN_VIEWS_MAX,
  VIEWS_MAX,
  type View,
  type ViewCreate,
  type ViewUpdate,
  viewEntity,
} from '#contract/views'
import type { Queryable } from '../../db/database'
import { view } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { authorize, type Caller, nameOf, shownDoer, userIdOf } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { authorizeFilters } from '../devices/list'
import { type Deleting, discard } from '../discard/discard'
import { checkCountLimit, lockSpace } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { checkUnused, findDevices } from './scope'

/** Shared views, and the caller's own. */
function seesView(caller: Caller): SQL | undefined {
  const userId = userIdOf(caller)
  return userId === null ? eq(view.shared, true) : or(eq(view.shared, true), eq(view.ownerId, userId))
}

/** Saved views of the lists of a space. Rules, "Views". */
export const views = spaceResource({
  table: view,
  entity: viewEntity,
  columns: columnsOf(viewEntity.schema, view, {}),
  columnsFor: (caller) => ({ created_by: sql.raw(shownDoer(caller, 'view.created_by')) }),
  customStores: {},
  seenBy: seesView,
})

/** Checks that a view can be saved. @throws ApiError 400 for filters that no list of devices has, 403 for those that the caller may not use */
function checkFilter(caller: Caller, list: string, filter: View['filter'] | undefined): void {
  if (list !== 'devices' || !filter) return
  const filters = deviceFiltersOf(filter)
  if (!filters) throw new ApiError(400, 'filter has a filter that the list of devices does not have')
  authorizeFilters(caller, filters)
}

/** Checks that a caller may change what everyone in the space has. @throws ApiError 403 */
function authorizeShared(caller: Caller, permission: Permission): void {
  // Rules may apply to the devices of a view, also to those that the caller does not see.
  if (limitOf(caller)) throw new ApiError(403, 'forbidden: a caller with tags cannot change shared views')
  authorize(caller, permission)
}

/** The person whose personal view it is. @throws ApiError 403 for a key */
function ownerOf(caller: Caller): string {
  const userId = userIdOf(caller)
  if (userId === null) throw new ApiError(403, 'forbidden: a key has no personal views')
  return userId
}

/** Checks that one more view fits. The space is locked. @throws ApiError 400 */
export async function checkRoom(tx: Queryable, spaceId: string, ownerId: string | null): Promise<void> {
  const isOf = ownerId === null ? eq(view.shared, true) : eq(view.ownerId, ownerId)
  const [max, full] =
    ownerId === null
      ? [VIEWS_MAX, `a space has at most ${VIEWS_MAX} shared views`]
      : [OWN_VIEWS_MAX, `a person has at most ${OWN_VIEWS_MAX} personal views in a space`]
  await checkCountLimit(tx, { table: view, counted: and(eq(view.spaceId, spaceId), isOf), max, full })
}

/**
 * Saves a view.
 * @throws ApiError 400 for unknown filters, or if the space or the person has too many, 403 for a shared one without the permission, and for
 * a personal one of a key
 */
export async function createView(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: ViewCreate,
): Promise<JsonText> {
  if (input.shared) authorizeShared(caller, 'space:view:create')
  const ownerId = input.shared ? null : ownerOf(caller)
  checkFilter(caller, input.list, input.filter)
  return views.create(deps, caller, spaceId, input, {
    row: { ownerId, createdBy: nameOf(caller) },
    check: (tx) => checkRoom(tx, spaceId, ownerId),
  })
}

/** A view that the caller sees, as it is before a change; undefined if there is none. */
async function readBefore(tx: Queryable, caller: Caller, { spaceId, id }: Key) {
  const [row] = await tx
    .select({ list: view.list, shared: view.shared, evaluatedAt: view.evaluatedAt })
    .from(view)
    .where(views.is(spaceId, id, seesView(caller)))
  return row
}

/**
 * Updates a view. What rules and mutes apply to follows at once.
 * @throws ApiError 400, 403, 404, 409 for one that is in use and would no longer be shared, 412
 */
export async function updateView(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: ViewUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    await lockSpace(tx, key.spaceId)
    const before = await readBefore(tx, caller, key)
    const deps = { db: tx, now }
    if (!before) return views.update(deps, caller, key, input, options)
    const { shared = before.shared } = input
    const isMoved = shared !== before.shared
    if (before.shared || shared) authorizeShared(caller, 'space:view:update')
    if (isMoved) authorizeShared(caller, shared ? 'space:view:create' : 'space:view:delete')
    const ownerId = shared ? null : ownerOf(caller)
    checkFilter(caller, before.list, input.filter)
    if (isMoved) await checkRoom(tx, key.spaceId, ownerId)
    if (isMoved && !shared) await checkUnused(tx, caller, key, now())
    const row = isMoved ? { ownerId } : {}
    const updated = await views.update(deps, caller, key, input, { ...options, row })
    if (input.filter && before.evaluatedAt !== null) await findDevices(tx, key, now())
    return updated
  })
}

/**
 * Deletes a view. A shared one goes to the trash.
 * @throws ApiError 403, 404, 409 for one that is in use, 412
 */
export async function deleteView(
  { db, now, settings }: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSpace(tx, key.spaceId)
    const before = await readBefore(tx, caller, key)
    if (before?.shared) {
      authorizeShared(caller, 'space:view:delete')
      await checkUnused(tx, caller, key, now())
    }
    await views.delete({ db: tx, now }, caller, key, {
      ...options,
      ...(before?.shared && {
        remove: (_tx, deleted) => discard(tx, { now, settings }, caller, { ...deleted, resource: 'view' }),
      }),
    })
  })
}
