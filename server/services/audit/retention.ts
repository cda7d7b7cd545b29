import { sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { boundOf } from '../../db/idBounds'
import { auditEntry } from '../../db/schema'
import type { Deps } from '../../deps'

/** Entries that one statement deletes, so that none keeps its locks for long. */
const BATCH = 1000

/** Deletes the entries of the audit log that are older than `days`. Several copies may do it at the same time. */
export async function forgetOldEntries(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  days: number,
): Promise<void> {
  const first = boundOf(now().getTime() - days * DAY, 'first')
  let entries = 0
  for (let deleted = BATCH; deleted === BATCH; entries += deleted) {
    const result = await db.execute(sql`
      delete from ${auditEntry} where (space_id, id) in (
        select space_id, id from ${auditEntry} where id < ${first} order by id limit ${BATCH} for update skip locked
      )`)
    deleted = result.rowCount ?? 0
  }
  if (entries > 0) log.info('entries of the audit log were deleted by retention', { entries })
}
