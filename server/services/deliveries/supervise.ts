import { apart, openBoss } from '../../db/queue'
import type { Deps } from '../../deps'

/**
 * Has the queue's library give back the jobs of servers that were killed.
 * @param seconds between two looks; of all copies one looks
 * @returns what ends it
 */
export async function superviseQueue(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  seconds: number,
): Promise<() => Promise<void>> {
  const boss = openBoss(apart(db.$client), { supervise: true, maintenanceIntervalSeconds: seconds })
  boss.on('error', (error) => log.error('The queue was not looked after', { reason: error.message }))
  await boss.start()
  return () => boss.stop({ graceful: false })
}
