import { and, eq, inArray } from 'drizzle-orm'
import type { JobAlertEvent } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { alert } from '../../db/schema'
import { addAlertDeliveries } from '../deliveries/alerts'
import { addAlertMails } from '../mail/alerts'
import { addNotices, readNamed } from '../notices'
import { addPushes } from '../push'

/** What there is to tell of an alert. */
export type AlertEvent = JobAlertEvent

/** Stores whom to tell of alerts of a space, and how, in the transaction that opens or ends them. */
export async function tellOfAlerts(
  tx: Queryable,
  event: AlertEvent,
  spaceId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await addNotices(tx, event, spaceId, ids, at)
  await tx
    .update(alert)
    .set({ toldAt: at })
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, [...ids])))
  const named = await readNamed(tx, spaceId, ids, at)
  await addAlertMails(tx, event === 'opened' ? 'alertOpened' : 'alertEnded', spaceId, named, at)
  await addPushes(tx, event, spaceId, named, at)
  await addAlertDeliveries(tx, event, spaceId, ids, at)
}
