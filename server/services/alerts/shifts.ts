import { and, eq, inArray, sql } from 'drizzle-orm'
import { SHIFTS_MAX, type Shift, type ShiftCreate, type ShiftUpdate, shiftEntity } from '#contract/shifts'
import type { Queryable } from '../../db/database'
import { shift, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import type { JsonText } from '../common/json'
import { isMember } from '../common/membership'
import { limitOf } from '../common/visibility'
import { plainResource } from '../resources/plainResource'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import type { ChangeOptions } from '../resources/spaceResource'

/** Who is notified when. Rules, "Alerts". */
export const shifts = plainResource(shiftEntity)

/** @throws ApiError 403 */
function checkMayChange(caller: Caller): void {
  if (limitOf(caller)) throw new ApiError(403, 'forbidden: a caller with tags cannot change shifts')
}

/** @throws ApiError 400 for people who are not in the space, except those who were there before */
async function checkPeople(
  tx: Queryable,
  spaceId: string,
  entries: Shift['entries'],
  before: readonly string[],
) {
  const named = new Set(entries.flatMap(({ user_ids }) => user_ids))
  const ids = [...named].filter((id) => !before.includes(id))
  const members = and(
    eq(spaceUser.spaceId, spaceId),
    inArray(spaceUser.userId, ids),
    sql.raw(isMember('space_user')),
  )
  if ((await tx.$count(spaceUser, members)) < ids.length)
    throw new ApiError(400, 'entries has a person who is not in this space')
}

/** @throws ApiError 400 for a person who is not in the space, or if the space is full, 403, 409 if another shift has the name */
export async function createShift(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: ShiftCreate,
): Promise<JsonText> {
  checkMayChange(caller)
  const room = {
    table: shift,
    counted: eq(shift.spaceId, spaceId),
    max: SHIFTS_MAX,
    full: `a space has at most ${SHIFTS_MAX} shifts`,
  }
  return shifts.create(deps, caller, spaceId, input, {
    check: async (tx) => {
      await checkCountLimit(tx, room)
      await checkPeople(tx, spaceId, input.entries, [])
    },
  })
}

/** People who have left the space since may stay. @throws ApiError 400, 403, 404, 409 if another shift has the name, 412 */
export async function updateShift(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: ShiftUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  checkMayChange(caller)
  return db.transaction(async (tx) => {
    const is = and(eq(shift.spaceId, key.spaceId), eq(shift.id, key.id))
    const [before] = await tx.select({ entries: shift.entries }).from(shift).where(is)
    if (input.entries)
      await checkPeople(
        tx,
        key.spaceId,
        input.entries,
        before?.entries.flatMap(({ user_ids }) => user_ids) ?? [],
      )
    return shifts.update({ db: tx, now }, caller, key, input, options)
  })
}

/** @throws ApiError 403, 404, 412 */
export async function deleteShift(
  deps: Clocked,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  checkMayChange(caller)
  await shifts.delete(deps, caller, key, options)
}
