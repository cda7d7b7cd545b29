import { and, eq, like, ne } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { clockOf } from '#contract/notices'
import type { BackupConfig } from '../../config/places'
import { backup } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import type { Shelf } from '../../systems'
import { runAsLeader } from '../background/leader'
import { runProgram } from '../background/program'
import { outdated } from './keep'
import { UNCHECKED } from './shelf'

/** Name of the daily backup among the recurring work. */
export const DAILY = 'backup'
/** Minutes after which a failed backup is retried. */
const RETRY = 60

/** Settings of daily backups. */
export interface DailyOptions extends Omit<BackupConfig, 'place'> {
  /** URL of the database, with the password: never log it. */
  connectionString: string
  shelf: Shelf
  /** Null for files that are not encrypted. */
  passphrase: string | null
}

/** The last time at which one was due: if clocks skip it, it is that much later. */
export function lastDue({ time, zone }: BackupConfig['at'], now: Date): Date {
  const before = (until: number) => {
    const due = until - ((clockOf(zone, new Date(until)).time - time + DAY) % DAY)
    // Clocks may have changed between then and now.
    const off = ((clockOf(zone, new Date(due)).time - time + 1.5 * DAY) % DAY) - DAY / 2
    return due - off
  }
  const due = before(now.getTime())
  return new Date(due > now.getTime() ? before(due - DAY) : due)
}

/**
 * Makes a backup if one is due: the first immediately, then one every day. It runs in a low-priority process of its own, so that calls do
 * not notice.
 * @returns whether one was made
 * @throws Error that says why it failed; it is stored for administrators, and retried in an hour
 */
export async function backUpDaily(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  options: DailyOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const work = { name: DAILY, due: lastDue(options.at, deps.now()), retry: RETRY }
  return runAsLeader(deps, work, async () => makeOne(deps, options, stopping), stopping)
}

/** Two backups of one minute have different names. */
const nameOf = (time: Date) => `spaceport-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`
const NAME = /^spaceport-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)?Z\.backup$/

/** When a backup of that name was begun; undefined for a name that the server has not given. */
export function timeOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds = '00'] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

async function makeOne(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { shelf, keep, at, isChecked, ...options }: DailyOptions,
  stopping: AbortSignal | undefined,
) {
  await shelf.prepare()
  const name = nameOf(now())
  const { label } = shelf.file(name)
  await run([...(options.passphrase === null ? ['--no-encryption'] : []), label], options, stopping)
  if (isChecked) {
    try {
      await run(['--check', label], options, stopping)
    } catch (error) {
      // Kept for finding the reason, but not a good backup; one of them is enough.
      const file = await shelf.setAside(name)
      await db.update(backup).set({ file }).where(eq(backup.file, name))
      const isOther = and(like(backup.file, `%${UNCHECKED}`), ne(backup.file, file))
      const others = await db.select().from(backup).where(isOther)
      await remove(
        others.map((other) => other.file),
        { db, shelf },
      )
      throw error
    }
    await db.update(backup).set({ checkedAt: now() }).where(eq(backup.file, name))
  }
  log.info('a backup was made', { file: name, checked: isChecked })
  try {
    // Only those that this database has made: others may keep theirs in the same place.
    const ours = new Set((await db.select().from(backup)).map(({ file }) => file))
    const backups = (await shelf.list()).flatMap((file) => {
      const time = ours.has(file.name) ? timeOf(file.name) : undefined
      return time ? [{ ...file, time }] : []
    })
    await remove(
      outdated(backups, keep, at.zone).map((old) => old.name),
      { db, shelf },
    )
  } catch (error) {
    log.error('older backups were not removed', { reason: reasonOf(error) })
  }
}

async function remove(names: readonly string[], { db, shelf }: Pick<Deps, 'db'> & { shelf: Shelf }) {
  for (const name of names) {
    await shelf.remove(name)
    await db.delete(backup).where(eq(backup.file, name))
  }
}

/** Runs `npm run backup` with some arguments. @throws Error with its last output if it fails */
async function run(
  args: string[],
  { connectionString, passphrase }: Pick<DailyOptions, 'connectionString' | 'passphrase'>,
  stopping: AbortSignal | undefined,
) {
  const env = { DATABASE_URL: connectionString, BACKUP_PASSPHRASE: passphrase ?? undefined }
  await runProgram('commands/backup', args, { env, stopping })
}
