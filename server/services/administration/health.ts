import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'

/** Makes sure that the database answers. Errors: those of the database. */
export async function checkDatabase({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.$client.query('select')
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
