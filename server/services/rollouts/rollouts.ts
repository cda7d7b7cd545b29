import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import {
  CHANGEABLE_AFTER_START,
  isEnded,
  PERMISSION_OF,
  ROLLOUTS_MAX,
  type Rollout,
  type RolloutCreate,
  type RolloutOrder,
  type RolloutUpdate,
  rolloutEntity,
} from '#contract/rollouts'
import type { Queryable } from '../../db/database'
import { rollout } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { authorize, type Caller, nameOf, shownDoer } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'

/** A stored roll-out. */
export type RolloutRow = typeof rollout.$inferSelect

/** Changes of many devices, in stages. Rules, "Roll-outs". */
export const rollouts = spaceResource({
  table: rollout,
  entity: rolloutEntity,
  columns: columnsOf(rolloutEntity.schema, rollout, {}),
  columnsFor: (caller) => ({
    created_by: sql.raw(shownDoer(caller, 'rollout.created_by')),
    started_by: sql.raw(shownDoer(caller, 'rollout.started_by')),
  }),
  customStores: {},
  // A key with tags would see, and change, devices that it does not see.
  seenBy: (caller) => (limitOf(caller) ? sql`false` : undefined),
})

/**
 * Checks that a caller may make and start roll-outs that order this.
 * @param back what a rollback takes back
 * @throws ApiError 403
 */
export function checkOrder(caller: Caller, order: RolloutOrder, back?: RolloutOrder): void {
  if (limitOf(caller))
    throw new ApiError(403, 'forbidden: a caller with tags cannot make or change roll-outs')
  const effective = order.kind === 'rollback' ? back : order
  if (!effective || effective.kind === 'rollback') throw new ApiError(400, 'order cannot be a rollback')
  authorize(caller, PERMISSION_OF[effective.kind])
}

/** Locks a roll-out until the transaction ends. The space is locked before it. @throws ApiError 404 */
export async function lockRollout(tx: Queryable, caller: Caller, key: Key): Promise<RolloutRow> {
  await rollouts.check(tx, caller, key)
  const [row] = await tx.select().from(rollout).where(rollouts.is(key.spaceId, key.id)).for('update')
  if (!row) throw new ApiError(404, 'not found')
  return row
}

/** A roll-out that a statement has locked with the ids of its space and its own; undefined if there is none, or another has it. */
export async function lockedBy(
  tx: Queryable,
  client: PoolClient,
  lock: string,
  { spaceId, id }: Key,
): Promise<RolloutRow | undefined> {
  const { rowCount } = await client.query(lock, [spaceId, id])
  if (rowCount === 0) return undefined
  const [row] = await tx.select().from(rollout).where(rollouts.is(spaceId, id))
  return row
}

/** What a roll-out orders; a rollback what the roll-out ordered that it takes back. */
export async function orderOf(db: Queryable, row: RolloutRow): Promise<RolloutOrder | undefined> {
  if (row.order.kind !== 'rollback') return row.order
  if (row.rollbackOf === null) return undefined
  const [of] = await db
    .select({ order: rollout.order })
    .from(rollout)
    .where(rollouts.is(row.spaceId, row.rollbackOf))
  return of?.order
}

/** @throws ApiError 400 if the space has too many, 403 */
export async function createDraft(
  deps: Clocked,
  caller: Caller,
  spaceId: string,
  input: RolloutCreate,
): Promise<JsonText> {
  checkOrder(caller, input.order)
  const room = {
    table: rollout,
    counted: eq(rollout.spaceId, spaceId),
    max: ROLLOUTS_MAX,
    full: `a space has at most ${ROLLOUTS_MAX} roll-outs: delete some that have ended`,
  }
  return rollouts.create(deps, caller, spaceId, input, {
    row: { createdBy: nameOf(caller) },
    check: (tx) => checkCountLimit(tx, room),
  })
}

const isChangeable = (field: string) => CHANGEABLE_AFTER_START.some((one) => one === field)

/** Updates a roll-out: once it has started, only its name and note. @throws ApiError 403, 404, 409, 412 */
export async function updateRollout(
  deps: Clocked,
  caller: Caller,
  key: Key,
  input: RolloutUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  if (input.order) checkOrder(caller, input.order)
  const isFixed = Object.entries(input).some(([field, value]) => value !== undefined && !isChangeable(field))
  return rollouts.update(deps, caller, key, input, {
    ...options,
    check: async (tx) => {
      const row = await lockRollout(tx, caller, key)
      if (!isFixed) return
      if (row.state !== 'draft')
        throw new ApiError(409, 'the roll-out has started: only its name and note can be changed')
      checkOrder(caller, row.order)
    },
  })
}

/** Deletes a draft, or a roll-out that has ended. @throws ApiError 404, 409, 412 */
export async function deleteRollout(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await rollouts.delete(deps, caller, key, {
    ...options,
    check: async (tx) => {
      const row = await lockRollout(tx, caller, key)
      if (row.state !== 'draft' && !isEnded(row))
        throw new ApiError(409, 'the roll-out has not ended: stop it first')
      const takenBack = and(eq(rollout.rollbackOf, key.id), openRollouts(key.spaceId))
      if ((await tx.$count(rollout, takenBack)) > 0)
        throw new ApiError(409, 'the roll-out that takes it back has not ended: stop that one first')
    },
  })
}

/** States in which a roll-out orders, or may go on to. */
const OPEN: Rollout['state'][] = ['running', 'paused']

/** The condition that selects the roll-outs of a space that have not ended. */
export const openRollouts = (spaceId: string) =>
  and(eq(rollout.spaceId, spaceId), inArray(rollout.state, OPEN))
