import { lt, sql } from 'drizzle-orm'
import { KEY_USAGE_DAYS } from '#contract/keys'
import { dropMessagePartitions, ensureMessagePartitions } from '../db/partitions'
import { accessKeyUse, authSession, delivery, passkeyChallenge } from '../db/schema'
import type { Deps } from '../deps'
import { forgetOldEntries } from './audit/retention'
import { forgetOldCopies } from './installation/copies'
import { sampleSize } from './installation/size'
import { forgetOldMail } from './mail'
import { forgetOldFlows } from './oidc/codes'
import { forgetOldBrowsers } from './signIn/browsers'
import { forgetOldAttempts } from './signIn/rateLimit'

const DAY = 24 * 3_600_000

interface HouseRules {
  /** A month of messages is deleted when all of them are older than this; undefined keeps them forever. */
  messageRetentionDays: number | undefined
  /** Finished deliveries are deleted this many days after their message. */
  deliveryRetentionDays: number
  /** Entries of the audit log are deleted when they are older; undefined keeps them forever. */
  auditRetentionDays?: number | undefined
}

/** Every copy runs this at its start and then once an hour. It is safe to run twice. */
export async function keepHouse(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { messageRetentionDays, deliveryRetentionDays, auditRetentionDays }: HouseRules,
): Promise<void> {
  await ensureMessagePartitions(deps.db.$client, deps.now())
  if (messageRetentionDays !== undefined) await dropOldMessages(deps, messageRetentionDays)
  await deleteOldDeliveries(deps, deliveryRetentionDays)
  if (auditRetentionDays !== undefined) await forgetOldEntries(deps, auditRetentionDays)
  for (const table of [authSession, passkeyChallenge])
    await deps.db.delete(table).where(lt(table.expiresAt, deps.now()))
  await forgetOldAttempts(deps)
  await forgetOldBrowsers(deps)
  const usedBefore = new Date(deps.now().getTime() - KEY_USAGE_DAYS * DAY)
  await deps.db.delete(accessKeyUse).where(lt(accessKeyUse.hour, usedBefore))
  await forgetOldMail(deps)
  await forgetOldFlows(deps)
  await forgetOldCopies(deps)
  await sampleSize(deps)
}

async function dropOldMessages({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, days: number) {
  const before = new Date(now().getTime() - days * DAY)
  for (const month of await dropMessagePartitions(db.$client, before))
    log.info('messages were dropped by retention', { month: month.toISOString().slice(0, 7) })
}

/** Deliveries that one statement deletes, so that none holds its locks for long. */
const BATCH = 1000

/** Deletes finished deliveries older than `days`, with their attempts. */
async function deleteOldDeliveries({ db, now }: Pick<Deps, 'db' | 'now'>, days: number) {
  const before = new Date(now().getTime() - days * DAY)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const result = await db.execute(sql`
      delete from ${delivery} where (space_id, connector_id, id) in (
        select space_id, connector_id, id from ${delivery}
        where created_at < ${before} and state <> 'pending' order by created_at limit ${BATCH}
      )`)
    deleted = result.rowCount ?? 0
  }
}
