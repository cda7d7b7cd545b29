import { and, eq, inArray } from 'drizzle-orm'
import type { JobAlertEvent } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { alert, alertNews } from '../../db/schema'
import { addNotices } from '../notices/notices'

/** An event of an alert to notify about. */
export type AlertEvent = JobAlertEvent

/** Alerts that one statement stores. */
const ROWS = 1000

/**
 * Stores that alerts of a space have opened or ended, in the transaction that opens or ends them: in the bell immediately, and for e-mails,
 * push messages and connectors a moment later (`notifyDue`).
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
  // News before alerts, as whoever takes them locks them.
  await addNews(tx, event, spaceId, ids, at)
  await tx
    .update(alert)
    .set({ notifiedAt: at })
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, [...ids])))
}

async function addNews(tx: Queryable, event: AlertEvent, spaceId: string, ids: readonly string[], at: Date) {
  const news = ids.map((alertId) => ({ spaceId, alertId, event, at }))
  for (let start = 0; start < news.length; start += ROWS)
    await tx
      .insert(alertNews)
      .values(news.slice(start, start + ROWS))
      .onConflictDoNothing()
}

/**
 * Notifies people that alerts have opened of which they were not notified, because only flapping devices were in them: another device has
 * joined.
 */
export async function notifyOfJoined(
  tx: Queryable,
  spaceId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(alertNews)
    .where(
      and(
        eq(alertNews.spaceId, spaceId),
        eq(alertNews.event, 'opened'),
        inArray(alertNews.alertId, [...ids]),
      ),
    )
  await addNews(tx, 'opened', spaceId, ids, at)
}
