import { and, eq, inArray, sql } from 'drizzle-orm'
import { FLAPPING_CALM, FLAPPING_OPENINGS } from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { alert, alertNews } from '../../db/schema'
import { firstIdOf } from '../common/ids'
import { lockHours } from '../notices/hours'
import { keepNewestNotices } from '../notices/notices'
import { keepSpace } from '../resources/spaceNames'
import { addAlertDeliveries } from './deliveries'
import { addOnDuty, escalate, startEscalations } from './escalate'
import { type News, notifyPeople, type Said } from './people'
import { recordNotified } from './record'

/** Whether all devices and connectors of an alert flap: some since it opened, or all for longer. */
type Flapping = 'no' | 'begins' | 'goesOn'

/** Which alerts flap. One that has been open for `FLAPPING_CALM` does not: it notifies like any other. */
async function flappingOf(
  tx: Queryable,
  spaceId: string,
  alertIds: readonly string[],
  now: Date,
): Promise<Map<string, Flapping>> {
  const { rows } = await tx.execute<{ id: string; begins: boolean }>(sql`
    select a.id, exists (
      select from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and e.flaps = ${FLAPPING_OPENINGS}) as begins
    from alert a
    where a.space_id = ${spaceId} and a.id = any(${sql.param([...alertIds])}::uuid[])
      and coalesce(a.ended_at, ${now}) < a.opened_at + ${FLAPPING_CALM}::int * interval '1 millisecond'
      and not exists (select from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and e.flaps is null)`)
  return new Map(rows.map(({ id, begins }) => [id, begins ? 'begins' : 'goesOn']))
}

/** Most alerts of a space that are notified about in one transaction. */
const ALERTS = 200
/** How long an alert waits at most, as a multiple of the wait after each device that joins it. */
const PATIENCE = 3

/**
 * Takes the events of a space to notify about now. What was to be looked at later goes with the end of its alert. An opening is notified when nothing has joined the alert for `wait` milliseconds, when
 * it has been open for three times as long, or when it has ended.
 */
async function takeNews(tx: Queryable, spaceId: string, now: Date, wait: number): Promise<News[]> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const due = sql`
    select n.alert_id from alert_news n
    where n.space_id = ${spaceId} and (n.event = 'ended' or n.at <= ${before(PATIENCE * wait)} or n.at <= ${before(wait)} and not exists (
      select from alert_episode e
      where e.space_id = ${spaceId} and e.alert_id = n.alert_id and e.id >= ${firstIdOf(before(wait))}))
    order by n.at, n.alert_id limit ${ALERTS}`
  const taken = await tx
    .delete(alertNews)
    .where(and(eq(alertNews.spaceId, spaceId), sql`${alertNews.alertId} in (${due})`))
    .returning({ id: alertNews.alertId, event: alertNews.event, at: alertNews.at })
  if (taken.length === 0) return []
  const ids = [...new Set(taken.map(({ id }) => id))]
  const rows = await tx
    .select({ id: alert.id, ruleId: alert.ruleId, ruleName: alert.ruleName })
    .from(alert)
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, ids)))
    .orderBy(alert.id)
  const is = (id: string, event: 'opened' | 'ended') =>
    taken.some((one) => one.id === id && one.event === event && one.at <= now)
  return rows.map((row) => Object.assign(row, { opened: is(row.id, 'opened'), ended: is(row.id, 'ended') }))
}

/** The event that people are notified of; undefined for one of a flapping alert that they know of. */
function saidOf({ opened, ended }: News, flapping: Flapping): Said['said'] | undefined {
  if (flapping === 'no') return ended ? 'ended' : 'opened'
  return flapping === 'begins' && opened ? 'flapping' : undefined
}

/**
 * The news that people are notified of. What opened and flaps is looked at again when it has been open for so long that it no longer does.
 */
async function withoutFlapping(
  tx: Queryable,
  spaceId: string,
  news: readonly News[],
  now: Date,
): Promise<Said[]> {
  const ids = news.map(({ id }) => id)
  const flapping = await flappingOf(tx, spaceId, ids, now)
  const open = news.filter(({ id, ended }) => flapping.has(id) && !ended)
  const at = new Date(now.getTime() + FLAPPING_CALM)
  if (open.length > 0)
    await tx
      .insert(alertNews)
      .values(open.map(({ id: alertId }) => ({ spaceId, alertId, event: 'opened' as const, at })))
      .onConflictDoNothing()
  return news.flatMap((one) => {
    const said = saidOf(one, flapping.get(one.id) ?? 'no')
    return said ? Object.assign(one, { said }) : []
  })
}

/** Notifies about the due events and escalations of a space. @returns how many there were */
export async function notifySpace(tx: Queryable, spaceId: string, now: Date, wait: number): Promise<number> {
  if (!(await keepSpace(tx, spaceId))) return 0
  await lockHours(tx, spaceId)
  const news = await takeNews(tx, spaceId, now, wait)
  if (news.length > 0) await notifyOf(tx, spaceId, news, now)
  const escalated = await escalate(tx, spaceId, now)
  if (news.length + escalated > 0) await keepNewestNotices(tx, spaceId)
  return news.length + escalated
}

async function notifyOf(tx: Queryable, spaceId: string, news: readonly News[], now: Date): Promise<void> {
  const opened = news.filter((one) => one.opened).map(({ id }) => id)
  const both = news.filter((one) => one.opened && one.ended).map(({ id }) => id)
  const ended = news.filter((one) => one.ended && !one.opened).map(({ id }) => id)
  const said = await withoutFlapping(tx, spaceId, news, now)
  const begun = said.filter((one) => one.opened).map(({ id }) => id)
  const duty = await addOnDuty(tx, spaceId, begun, now)
  await addAlertDeliveries(tx, 'opened', spaceId, opened, now)
  await addAlertDeliveries(tx, 'ended', spaceId, ended, now)
  await addAlertDeliveries(tx, 'ended', spaceId, both, now, { isSecond: true })
  const named = await notifyPeople(tx, spaceId, said, now, { duty })
  const notified = opened.map((id) => ({ id, step: 0 }))
  await recordNotified(tx, spaceId, notified, { now, named, duty })
  await startEscalations(tx, spaceId, begun, now)
}
