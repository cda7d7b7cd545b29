import type { JobAlertEvent } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { addAlertDeliveries } from '../deliveries/alerts'
import { addAlertMails } from '../mail/alerts'
import { addNotices } from '../notices'
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
  await addAlertMails(tx, event === 'opened' ? 'alertOpened' : 'alertEnded', spaceId, ids, at)
  await addPushes(tx, event, spaceId, ids, at)
  await addAlertDeliveries(tx, event, spaceId, ids, at)
}
