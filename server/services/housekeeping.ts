import { lt } from 'drizzle-orm'
import { dropMessagePartitions, ensureMessagePartitions } from '../db/partitions'
import { authSession } from '../db/schema'
import type { Deps } from '../deps'
import { forgetOldDeliveries } from './deliveries'
import { forgetOldAttempts } from './rateLimit'

const DAY = 24 * 3_600_000

interface HouseRules {
  /** A month of messages is deleted when all of them are older than this; undefined keeps them forever. */
  messageRetentionDays: number | undefined
  /** Finished deliveries are deleted this many days after their message. */
  deliveryRetentionDays: number
}

/** Every copy runs this at its start and then once an hour. It is safe to run twice. */
export async function keepHouse(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { messageRetentionDays, deliveryRetentionDays }: HouseRules,
): Promise<void> {
  await ensureMessagePartitions(deps.db.$client, deps.now())
  if (messageRetentionDays !== undefined) await dropOldMessages(deps, messageRetentionDays)
  await forgetOldDeliveries(deps, deliveryRetentionDays)
  await deps.db.delete(authSession).where(lt(authSession.expiresAt, deps.now()))
  await forgetOldAttempts(deps)
}

async function dropOldMessages({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, days: number) {
  const before = new Date(now().getTime() - days * DAY)
  for (const month of await dropMessagePartitions(db.$client, before))
    log.info('messages were dropped by retention', { month: month.toISOString().slice(0, 7) })
}
