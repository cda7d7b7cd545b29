import { and, eq, inArray } from 'drizzle-orm'
import type { JobAlertEvent } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { alert, alertNews } from '../../db/schema'
import { addNotices } from '../notices/notices'

/** What there is to tell of an alert. */
export type AlertEvent = JobAlertEvent

/** Alerts that one statement notes. */
const ROWS = 1000

/**
 * Notes that alerts of a space have opened or ended, in the transaction that opens or ends them: in the bell at once, and as what is
 * to be told by e-mails, push messages and connectors a moment later (`tellDue`).
 */
export async function notifyAudience(
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
  const news = ids.map((alertId) => ({ spaceId, alertId, event, at }))
  for (let start = 0; start < news.length; start += ROWS)
    await tx
      .insert(alertNews)
      .values(news.slice(start, start + ROWS))
      .onConflictDoNothing()
}
