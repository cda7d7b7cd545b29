import { desc, notLike } from 'drizzle-orm'
import { BACKUP_HOURS, type Installation } from '#contract/admin'
import { HOUR } from '#contract/common/durations'
import { backup } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { DAILY } from '../../backup/daily'
import { UNCHECKED } from '../../backup/shelf'
import { readRoutine } from './routine'

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
