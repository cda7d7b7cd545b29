import { spawn } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { backup, routine } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'

/** Name of the nightly backup among the recurring work. */
export const NIGHTLY = 'backup'
/** Hour of the day (UTC) from which on it is due. */
const DUE_HOUR = 2
const DAY = 24 * 3_600_000
/** Minutes after which another copy of the server takes over from one that was killed, and after which one that failed is tried again. */
const LEASE = 10
const RETRY = 60
const RENEW_EVERY = (LEASE * 60_000) / 3

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

const minutes = (count: number) => sql`now() + ${count} * interval '1 minute'`

/** Takes the turn to make a backup, if one is due and no other copy of the server makes it. */
async function takeTurn({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  await db.insert(routine).values({ name: NIGHTLY }).onConflictDoNothing()
  const { rowCount } = await db.execute(sql`
    update routine set until = ${minutes(LEASE)}
    where name = ${NIGHTLY} and (until is null or until < now())
      and (finished_at is null or finished_at < ${lastDue(now())})`)
  return rowCount === 1
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
  const { db, now } = deps
  if (!(await takeTurn(deps))) return false
  const store = (ended: Partial<Omit<typeof routine.$inferInsert, 'name' | 'until'>>, until: number | null) =>
    db
      .update(routine)
      .set({ ...ended, until: until === null ? null : minutes(until) })
      .where(eq(routine.name, NIGHTLY))
  const timer = setInterval(() => void store({}, LEASE).catch(() => undefined), RENEW_EVERY)
  try {
    await makeOne(deps, options, stopping)
  } catch (error) {
    const isStopped = stopping?.aborted === true
    await store(isStopped ? {} : { error: reasonOf(error) }, isStopped ? null : RETRY).catch(() => undefined)
    if (isStopped) return false
    throw error
  } finally {
    clearInterval(timer)
  }
  await store({ finishedAt: now(), error: null }, null)
  return true
}

/** Names of the files sort by their times. */
const nameOf = (time: Date) => `spaceport-${time.toISOString().slice(0, 16).replaceAll(':', '')}Z.backup`
const NAME = /^spaceport-\d{4}-\d\d-\d\dT\d{4}Z\.backup$/
/** What a name ends in while the file is written, and when its check has failed. */
const [PARTIAL, UNCHECKED] = ['.partial', '.unchecked']
/** A file that nobody has written to for so long, in milliseconds, is of a backup that was killed. */
const FORGOTTEN = 3_600_000

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
  for (const name of await namesOf(folder, PARTIAL)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > FORGOTTEN) await rm(join(folder, name), { force: true })
  }
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

const PROGRAM = fileURLToPath(new URL('../../backup.ts', import.meta.url))
/** Longest reason that is noted, in characters. */
const REASON = 1000

/** Runs `npm run backup` with some arguments. @throws Error with what it says last when it fails */
async function run(
  args: string[],
  { connectionString, passphrase }: Pick<NightlyOptions, 'connectionString' | 'passphrase'>,
  stopping: AbortSignal | undefined,
) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      BACKUP_PASSPHRASE: passphrase ?? undefined,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(stopping && { signal: stopping }),
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, and says why.
  }
  const [code, said] = await Promise.all([ended, text(child.stderr)])
  const reason = said.trim().split('\n').at(-1)?.slice(0, REASON)
  if (code !== 0) throw new Error(reason || `the backup ended with ${code}`)
}
