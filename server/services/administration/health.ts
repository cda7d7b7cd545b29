import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import { readArchive } from './installation/archive'
import { backupFault, readBackups } from './installation/backups'
import { diskFault } from './installation/growth'
import { lagFaults } from './installation/histories'
import { spaceOf } from './installation/size'

/** Makes sure that the database answers. Errors: those of the database. */
export async function checkDatabase({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.$client.query('select')
}

/** What is wrong, in sentences: the clock of this copy, its disk, backups, the archive, histories and alerts. */
export async function faultsOf(deps: Pick<Deps, 'db' | 'now' | 'clock' | 'settings'>): Promise<string[]> {
  const { clock, settings } = deps
  const disk = settings.dataFolder === null ? null : diskFault(await spaceOf(settings.dataFolder))
  const backup = settings.hasBackups ? backupFault(await readBackups(deps), deps.now()) : null
  const waits = settings.hasArchive && (await readArchive(deps)).error !== null
  const archive = waits ? 'messages wait for the archive' : null
  return [clock.fault, disk, backup, archive, ...lagFaults(deps)].filter((fault) => fault !== null)
}

/** Milliseconds in which the database answers when it is well. */
const SOON = 3000

/** Whether the database answers, and soon. */
export async function isReady({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<boolean> {
  const answered = new AbortController()
  const late = sleep(SOON, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`no answer within ${SOON} ms`)
  })
  try {
    await Promise.race([checkDatabase({ db }), late])
    return true
  } catch (error) {
    log.error('the database does not answer', { error: reasonOf(error) })
    return false
  } finally {
    answered.abort()
    await late.catch(() => undefined)
  }
}
