import { desc, eq } from 'drizzle-orm'
import { BACKUP_HOURS, type Installation } from '#contract/admin'
import { backup, routine } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { NIGHTLY } from '../../backup/nightly'

const HOUR = 3_600_000

type Backups = NonNullable<Installation['backup']>

/** The last good backup, and why the last nightly one failed. */
export async function readBackups({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<Backups> {
  const [last] = await db.select().from(backup).orderBy(desc(backup.createdAt)).limit(1)
  const [ended] = await db.select().from(routine).where(eq(routine.name, NIGHTLY))
  return {
    is_nightly: settings.hasBackups,
    last: last
      ? {
          created_at: last.createdAt.toISOString(),
          size: last.size,
          checked_at: last.checkedAt?.toISOString() ?? null,
        }
      : null,
    error: ended?.error ?? null,
  }
}

/** What is wrong with nightly backups, in a sentence for everybody; null when the last one is good and new. */
export function backupFault({ last, error }: Backups, now: Date): string | null {
  if (error !== null) return 'the last backup failed'
  const age = last === null ? null : now.getTime() - Date.parse(last.created_at)
  return age !== null && age > BACKUP_HOURS * HOUR
    ? `the last backup is ${Math.floor(age / HOUR)} hours old`
    : null
}
