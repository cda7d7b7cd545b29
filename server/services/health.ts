import type { Deps } from '../deps'
import { reasonOf } from '../errors'

/** Whether the database answers. */
export async function isReady({ db, log }: Deps): Promise<boolean> {
  try {
    await db.$client.query('select')
    return true
  } catch (error) {
    log.error('the database does not answer', { error: reasonOf(error) })
    return false
  }
}
