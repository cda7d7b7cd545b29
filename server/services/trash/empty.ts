import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type EmptyingInput, TRASH_MAX, UNCONFIRMED_MAX } from '#contract/trash'
import type { Queryable } from '../../db/database'
import { deletion, trash } from '../../db/schema'
import type { Deps } from '../../deps'
import { note } from '../audit/note'
import type { Person } from '../common/caller'
import { requireRecent } from '../common/recent'
import { lockSpace } from '../resources/spaceNames'
import { isKept } from './list'

/** Most records whose names are in the entry of the audit log. */
const NAMED_MAX = 100

/** Ends the time of entries of the trash of a space, which is locked. @returns their names */
async function expire(tx: Queryable, spaceId: string, which: SQL | undefined) {
  const due = { keptUntil: sql`now()` }
  const expired = await tx
    .update(trash)
    .set(due)
    .where(and(eq(trash.spaceId, spaceId), which, sql.raw(isKept('trash'))))
    .returning({ id: trash.id, name: trash.name })
  const isOfTrash = sql`${deletion.id} = any(${sql.param(expired.map(({ id }) => id))}::uuid[])`
  if (expired.length > 0)
    await tx
      .update(deletion)
      .set(due)
      .where(and(eq(deletion.spaceId, spaceId), isOfTrash))
  return expired
}

/** Ends the time of the oldest records of spaces whose trash has too many. */
export async function forgetTooMany({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const full = await db
    .select({ spaceId: trash.spaceId })
    .from(trash)
    .where(sql.raw(isKept('trash')))
    .groupBy(trash.spaceId)
    .having(sql`count(*) > ${TRASH_MAX}`)
  for (const { spaceId } of full) {
    const records = await db.transaction(async (tx) => {
      await lockSpace(tx, spaceId)
      const newest = sql`(
        select t.id from trash t where t.space_id = ${spaceId} order by t.id desc offset ${TRASH_MAX - 1} limit 1)`
      return (await expire(tx, spaceId, sql`${trash.id} < ${newest}`)).length
    })
    log.info('the oldest records of a full trash are deleted for good', { space: spaceId, records })
  }
}

/**
 * Deletes records in the trash for good: nobody sees them any more, and a worker deletes them with their messages and deliveries.
 * @throws ApiError 403 above ten, or for all, without a confirmed identity
 */
export async function emptyTrash(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  input: EmptyingInput,
): Promise<{ count: number }> {
  const ids = 'ids' in input ? [...new Set(input.ids)] : null
  if (ids === null || ids.length > UNCONFIRMED_MAX) requireRecent(deps, caller)
  const which = ids === null ? undefined : inArray(trash.id, ids)
  return deps.db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const emptied = await expire(tx, spaceId, which)
    if (emptied.length === 0) return { count: 0 }
    const names = emptied.slice(0, NAMED_MAX).map(({ name }) => name)
    await note(tx, deps, caller, {
      action: 'trash.empty',
      spaceId,
      target: { id: spaceId, name: emptied.length === 1 ? (names[0] ?? null) : null },
      before: { count: emptied.length, names },
    })
    return { count: emptied.length }
  })
}
