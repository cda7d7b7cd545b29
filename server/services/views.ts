import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
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
import type { Queryable } from '../db/database'
import { view } from '../db/schema'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { authorize, type Caller, nameOf, shownDoer, userIdOf } from './common/caller'
import { columnsOf } from './common/columns'
import type { JsonText } from './common/json'
import { limitOf } from './common/visibility'
import { checkCountLimit } from './resources/spaceNames'
import type { Clocked, Key } from './resources/spaceQueries'
import { type ChangeOptions, spaceResource } from './resources/spaceResource'

/** Views of the space, and the person's own. A key with tags sees none: their filters may name what it does not see. */
function seesView(caller: Caller): SQL | undefined {
  if (limitOf(caller)) return sql`false`
  const userId = userIdOf(caller)
  return userId === null ? isNull(view.ownerId) : or(isNull(view.ownerId), eq(view.ownerId, userId))
}

/** Saved views of the lists of a space. Rules, "Views". */
export const views = spaceResource({
  table: view,
  entity: viewEntity,
  columns: columnsOf(viewEntity.schema, view, { shared: sql<boolean>`(${view.ownerId} is null)` }),
  columnsFor: (caller) => ({ created_by: sql.raw(shownDoer(caller, 'view.created_by')) }),
  customStores: {},
  seenBy: seesView,
})

/** @throws ApiError 400 */
function checkFilter(list: View['list'], filter: View['filter'] | undefined): void {
  if (list === 'devices' && filter && !deviceFiltersOf(filter))
    throw new ApiError(400, 'filter has a filter that the list of devices does not know')
}

const PERMISSIONS = {
  create: 'space:view:create',
  update: 'space:view:update',
  delete: 'space:view:delete',
} as const satisfies Record<string, Permission>

/**
 * Saves a view.
 * @throws ApiError 400 for unknown filters, or if the space or the person has too many, 403 for one of the space without the permission, and
 * for a personal one of a key
 */
export async function createView(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: ViewCreate,
): Promise<JsonText> {
  const userId = userIdOf(caller)
  if (limitOf(caller)) throw new ApiError(403, 'forbidden: a key with tags has no views')
  if (input.shared) authorize(caller, PERMISSIONS.create)
  else if (userId === null) throw new ApiError(403, 'forbidden: a key has no personal views')
  checkFilter(input.list, input.filter)
  const ownerId = input.shared ? null : userId
  const room = {
    table: view,
    counted: and(
      eq(view.spaceId, spaceId),
      ownerId === null ? isNull(view.ownerId) : eq(view.ownerId, ownerId),
    ),
    max: ownerId === null ? VIEWS_MAX : OWN_VIEWS_MAX,
    full:
      ownerId === null
        ? `a space has at most ${VIEWS_MAX} views`
        : `a person has at most ${OWN_VIEWS_MAX} personal views in a space`,
  }
  return views.create(deps, caller, spaceId, input, {
    row: { ownerId, createdBy: nameOf(caller) },
    check: async (tx) => checkCountLimit(tx, room),
  })
}

/** Checks that the caller may change a view that they see. @throws ApiError 403, 404 */
async function checkOwn(db: Queryable, caller: Caller, key: Key, verb: 'update' | 'delete') {
  const [found] = await db
    .select({ ownerId: view.ownerId, list: view.list })
    .from(view)
    .where(views.is(key.spaceId, key.id, seesView(caller)))
  if (found?.ownerId === null) authorize(caller, PERMISSIONS[verb])
  return found
}

/** @throws ApiError 400, 403, 404, 412 */
export async function updateView(
  deps: Clocked,
  caller: Caller,
  key: Key,
  input: ViewUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  const found = await checkOwn(deps.db, caller, key, 'update')
  if (found) checkFilter(found.list, input.filter)
  return views.update(deps, caller, key, input, options)
}

/** @throws ApiError 403, 404, 412 */
export async function deleteView(
  deps: Clocked,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await checkOwn(deps.db, caller, key, 'delete')
  await views.delete(deps, caller, key, options)
}
