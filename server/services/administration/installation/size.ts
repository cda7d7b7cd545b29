import { statfs } from 'node:fs/promises'
import { desc, sql } from 'drizzle-orm'
import type { InstallationResource } from '#contract/admin'
import { DAY } from '#contract/common/durations'
import { databaseSize } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { byUrgency, fullAt, growthOf } from './growth'

/** Days that are shown. */
const DAYS = 30

/** Records the size of the database as that of today (UTC): the last one of a day stays. */
export async function sampleSize({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await db
    .insert(databaseSize)
    .values({ day, size: sql`pg_database_size(current_database())` })
    .onConflictDoUpdate({ target: databaseSize.day, set: { size: sql`excluded.size` } })
}

/** Size of the database now and by day, and the resources that will be full. */
export async function readSizes({ db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>) {
  const days = (await db.select().from(databaseSize).orderBy(desc(databaseSize.day)).limit(DAYS)).toReversed()
  const { rows } = await db.execute<{ size: string; used: number; limit: number }>(sql`
    select pg_database_size(current_database()) as size,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit`)
  const [found] = rows
  const connections = { used: found?.used ?? 0, limit: found?.limit ?? 0, growth: null }
  // A past day was measured towards its end.
  const at = now().getTime()
  const growth = growthOf(days.map(({ day, size }) => ({ time: Math.min(at, Date.parse(day) + DAY), size })))
  const disk = settings.dataFolder === null ? null : { ...(await spaceOf(settings.dataFolder)), growth }
  const resources: InstallationResource[] = [
    { name: 'connections', ...connections, full_at: null },
    ...(disk ? [{ name: 'disk' as const, ...disk, full_at: fullAt(disk, now()) }] : []),
  ]
  return { database: { size: Number(found?.size ?? 0), days }, resources: resources.toSorted(byUrgency) }
}

/** Used bytes of a folder's disk, and the bytes that its user can use. */
export async function spaceOf(folder: string) {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  const used = (blocks - bfree) * bsize
  return { used, limit: used + bavail * bsize }
}
