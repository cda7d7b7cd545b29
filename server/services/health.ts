import type { Deps } from '../deps'
import { reasonOf } from '../errors'

/** Makes sure that the database answers. Errors: those of the database. */
export async function checkDatabase({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.$client.query('select')
}

/** Whether the database answers. */
export async function isReady({ db, log }: Deps): Promise<boolean> {
  try {
    await checkDatabase({ db })
    return true
  } catch (error) {
    log.error('the database does not answer', { error: reasonOf(error) })
    return false
  }
}
