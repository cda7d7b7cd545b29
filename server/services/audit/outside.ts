import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/database'
import { auditEntry } from '../../db/schema'
import type { Deps } from '../../deps'
import { NO_SPACE } from '../common/ids'
import { type Actor, type Change, note } from './note'

/** A change that an external system makes, outside of our transactions. */
interface Outside<Result> {
  /** The request: all that is known if no answer ever comes. */
  asked: Change
  make: () => Promise<Result>
  /** Whether an error means that nothing was changed. */
  isRefusal: (error: unknown) => boolean
  /** The change that was made. */
  changeOf: (result: Result) => Pick<Change, 'target' | 'before' | 'after'>
}

/**
 * Makes a change outside of the database, and writes its entry of the audit log before that: whatever happens in between, even to this
 * server, the log has it. Until the outcome is known, the entry says that it is unknown; the entry of a refused change is removed. No
 * connection is in use meanwhile. Rejects with errors of `make` and of the database.
 */
export async function noteOutside<Result>(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { asked, make, isRefusal, changeOf }: Outside<Result>,
): Promise<Result> {
  const id = await note(deps.db, deps, actor, { ...asked, isUnknown: true })
  const entry = and(eq(auditEntry.spaceId, asked.spaceId ?? NO_SPACE), eq(auditEntry.id, id))
  let result: Result
  try {
    result = await make()
  } catch (error) {
    if (isRefusal(error)) await deps.db.delete(auditEntry).where(entry)
    throw error
  }
  await settle(deps.db, entry, changeOf(result))
  return result
}

async function settle(
  db: Db,
  entry: ReturnType<typeof and>,
  { target, before = null, after = null }: Pick<Change, 'target' | 'before' | 'after'>,
) {
  await db
    .update(auditEntry)
    .set({ isUnknown: false, targetId: target.id, targetName: target.name, before, after })
    .where(entry)
}
