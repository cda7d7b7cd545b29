import { desc, eq, notLike } from 'drizzle-orm'
import { BACKUP_HOURS, type Installation } from '#contract/admin'
import { HOUR } from '#contract/common/durations'
import { backup, routine } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { reasonOf } from '../../../errors'
import { ARCHIVE } from '../../archive/hourly'
import { DAILY } from '../../backup/daily'
import { UNCHECKED } from '../../backup/shelf'

/** Name of the housekeeping among the recurring work. */
export const HOUSEKEEPING = 'housekeeping'

/** Does recurring work, and records how it ended. Rejects with errors of `work`. */
export async function noteRoutine(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const store = (ended: Omit<typeof routine.$inferInsert, 'name'>) =>
    db
      .insert(routine)
      .values({ name, ...ended })
      .onConflictDoUpdate({ target: routine.name, set: ended })
  try {
    await work()
  } catch (error) {
    // Without the database it cannot be recorded; the caller gets the error.
    await store({ error: reasonOf(error) }).catch(() => undefined)
    throw error
  }
  await store({ finishedAt: now(), error: null })
}

/** How the last runs ended. */
export async function readRoutine(
  { db }: Pick<Deps, 'db'>,
  name: string,
): Promise<Installation['housekeeping']> {
  const [found] = await db.select().from(routine).where(eq(routine.name, name))
  return { finished_at: found?.finishedAt?.toISOString() ?? null, error: found?.error ?? null }
}

/** The state of the archive of messages. A failure from before it was switched off does not count. */
export async function readArchive(
  deps: Pick<Deps, 'db' | 'settings'>,
): Promise<NonNullable<Installation['archive']>> {
  const is_on = deps.settings.hasArchive
  const { finished_at, error } = await readRoutine(deps, ARCHIVE)
  return { is_on, finished_at, error: is_on ? error : null }
}

type Backups = NonNullable<Installation['backup']>

/** The last good backup, and why the last scheduled one failed. */
export async function readBackups(deps: Pick<Deps, 'db' | 'settings'>): Promise<Backups> {
  const [last] = await deps.db
    .select()
    .from(backup)
    .where(notLike(backup.file, `%${UNCHECKED}`))
    .orderBy(desc(backup.createdAt))
    .limit(1)
  const { error } = await readRoutine(deps, DAILY)
  return {
    is_nightly: deps.settings.hasBackups,
    last: last
      ? {
          created_at: last.createdAt.toISOString(),
          size: last.size,
          checked_at: last.checkedAt?.toISOString() ?? null,
        }
      : null,
    error,
  }
}

/** The fault of daily backups, in a sentence for everyone; null if the last one is good and recent. */
export function backupFault({ last, error }: Backups, now: Date): string | null {
  if (error !== null) return 'the last backup failed'
  const age = last === null ? null : now.getTime() - Date.parse(last.created_at)
  return age !== null && age > BACKUP_HOURS * HOUR
    ? `the last backup is ${Math.floor(age / HOUR)} hours old`
    : null
}
