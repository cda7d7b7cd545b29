import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseReadOnly } from '../../db/away'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import type { Log } from '../../log'
import { diskFault } from './installation/growth'
import { lagFaults } from './installation/histories'
import { backupFault, readArchive, readBackups } from './installation/routines'
import { spaceOf } from './installation/size'

/** Checks that the database answers. Rejects with its errors. */
export async function checkDatabase({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.$client.query('select')
}

/** Fails on a standby as every write does, and locks nothing. */
const STORES = `do $$ begin
  if current_setting('transaction_read_only')::bool then
    raise read_only_sql_transaction using message = 'it is a standby, or default_transaction_read_only is on';
  end if;
end $$`

/** Logs once that the database is read-only, and once that it stores again. */
export const logReadOnly =
  (log: Log) =>
  (reason: string | null): void =>
    reason === null
      ? log.info('the database stores again')
      : log.error('the database can only be read, so nothing is stored until that ends', { error: reason })

/** Checks that the database can store. Rejects with its errors. */
export async function checkStoring({ db, readOnly }: Pick<Deps, 'db' | 'readOnly'>): Promise<void> {
  await db.$client.query(STORES)
  readOnly.over()
}

/** Faults of the machine of this copy, in sentences, whether or not the database answers: its clock and its disk. */
export async function machineFaults({
  clock,
  settings,
}: Pick<Deps, 'clock' | 'settings'>): Promise<string[]> {
  const disk = settings.dataFolder === null ? null : diskFault(await spaceOf(settings.dataFolder))
  return [clock.fault, disk].filter((fault) => fault !== null)
}

/** All faults, in sentences: the machine of this copy, backups, the archive, histories and alerts. */
export async function faultsOf(deps: Pick<Deps, 'db' | 'now' | 'clock' | 'settings'>): Promise<string[]> {
  const { settings } = deps
  const backup = settings.hasBackups ? backupFault(await readBackups(deps), deps.now()) : null
  const waits = settings.hasArchive && (await readArchive(deps)).error !== null
  const archive = waits ? 'messages wait for the archive' : null
  const machine = await machineFaults(deps)
  return [...machine, backup, archive, ...lagFaults(deps)].filter((fault) => fault !== null)
}

/** Why the server cannot work while the database is read-only. */
export const ONLY_READ = 'the database can only be read'

/** Milliseconds within which a healthy database answers. */
const SOON = 3000

/** Why the server cannot work, in a sentence: the database does not answer soon, or is read-only. Null if it can. */
export async function unreadiness(deps: Pick<Deps, 'db' | 'readOnly' | 'log'>): Promise<string | null> {
  const answered = new AbortController()
  const late = sleep(SOON, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`no answer within ${SOON} ms`)
  })
  try {
    await Promise.race([checkStoring(deps), late])
    return null
  } catch (error) {
    if (isDatabaseReadOnly(error)) return ONLY_READ
    deps.log.error('the database does not answer', { error: reasonOf(error) })
    return 'the database does not answer'
  } finally {
    answered.abort()
    await late.catch(() => undefined)
  }
}
