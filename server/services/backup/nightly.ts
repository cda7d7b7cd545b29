import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { backup } from '../../db/schema'
import type { Deps } from '../../deps'
import { removeForgotten } from '../common/files'
import { runProgram } from '../common/program'
import { inTurn } from '../common/turn'

/** Name of the nightly backup among the recurring work. */
export const NIGHTLY = 'backup'
/** Hour of the day (UTC) from which on it is due. */
const DUE_HOUR = 2
const DAY = 24 * 3_600_000
/** Minutes after which one that failed is tried again. */
const RETRY = 60

/** How backups are made at night. */
export interface NightlyOptions {
  /** URL of the database, with the password: never log it. */
  connectionString: string
  folder: string
  /** How many files stay. */
  keep: number
  /** Each is restored for a try. */
  isChecked: boolean
  /** Null for files that are not encrypted. */
  passphrase: string | null
}

/** The last time at which one was due. */
function lastDue(now: Date): Date {
  const due = new Date(now)
  due.setUTCHours(DUE_HOUR, 0, 0, 0)
  return due > now ? new Date(due.getTime() - DAY) : due
}

/**
 * Makes a backup when one is due: the first at once, then one every night. In a process of its own that gives way to others, so
 * that calls do not notice.
 * @returns whether one was made
 * @throws Error that says why it failed; it is noted for administrators, and tried again in an hour
 */
export async function backUpNightly(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  options: NightlyOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const turn = { name: NIGHTLY, due: lastDue(deps.now()), retry: RETRY }
  return inTurn(deps, turn, async () => makeOne(deps, options, stopping), stopping)
}

/** Names of the files sort by their times. */
const nameOf = (time: Date) => `spaceport-${time.toISOString().slice(0, 16).replaceAll(':', '')}Z.backup`
const NAME = /^spaceport-\d{4}-\d\d-\d\dT\d{4}Z\.backup$/
/** What a name ends in while the file is written, and when its check has failed. */
const [PARTIAL, UNCHECKED] = ['.partial', '.unchecked']

async function namesOf(folder: string, ending = ''): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith(ending) && NAME.test(name.slice(0, name.length - ending.length)))
    .toSorted()
}

async function makeOne(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { folder, keep, isChecked, ...options }: NightlyOptions,
  stopping: AbortSignal | undefined,
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeForgotten(folder, await namesOf(folder, PARTIAL))
  const name = nameOf(now())
  const file = join(folder, name)
  await run([...(options.passphrase === null ? ['--no-encryption'] : []), file], options, stopping)
  if (isChecked) {
    try {
      await run(['--check', file], options, stopping)
    } catch (error) {
      // Kept for whoever looks for the reason, but no good backup; one of them is enough.
      await db.delete(backup).where(eq(backup.file, name))
      for (const old of await namesOf(folder, UNCHECKED)) await rm(join(folder, old), { force: true })
      await rename(file, `${file}${UNCHECKED}`)
      throw error
    }
    await db.update(backup).set({ checkedAt: now() }).where(eq(backup.file, name))
  }
  for (const old of (await namesOf(folder)).slice(0, -keep)) await rm(join(folder, old), { force: true })
  log.info('a backup was made', { file: name, checked: isChecked })
}

/** Runs `npm run backup` with some arguments. @throws Error with what it says last when it fails */
async function run(
  args: string[],
  { connectionString, passphrase }: Pick<NightlyOptions, 'connectionString' | 'passphrase'>,
  stopping: AbortSignal | undefined,
) {
  const env = { DATABASE_URL: connectionString, BACKUP_PASSPHRASE: passphrase ?? undefined }
  await runProgram('backup.ts', args, { env, stopping })
}
