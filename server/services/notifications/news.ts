import { and, eq, inArray, sql } from 'drizzle-orm'
import { FLAPPING_CALM, FLAPPING_OPENINGS } from '#contract/alerts'
import { isOfDatabase } from '../../db/away'
import type { Db, Queryable } from '../../db/database'
import { alert, alertNews } from '../../db/schema'
import type { Deps } from '../../deps'
import { firstIdOf } from '../common/ids'
import { type AlertMail, addAlertMails } from '../mail/letters/alerts'
import { endOfHour, openHours } from '../notices/hours'
import { readNamed } from '../notices/named'
import { keepNewestNotices } from '../notices/notices'
import { type AlertPush, addPushes } from '../push/queue'
import { keepSpace } from '../resources/spaceNames'
import { addAlertDeliveries } from './deliveries'

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

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** The event to notify about: an alert opened, was resolved, or both. */
interface News {
  id: string
  ruleId: string
  ruleName: string
  opened: boolean
  ended: boolean
}

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
function saidOf({ opened, ended }: News, flapping: Flapping) {
  if (flapping === 'no') return ended ? ('ended' as const) : ('opened' as const)
  return flapping === 'begins' && opened ? ('flapping' as const) : undefined
}

const MAILS = { opened: 'alertOpened', ended: 'alertEnded', flapping: 'alertFlapping' } as const

/** News that people are notified of. */
interface Said extends News {
  said: NonNullable<ReturnType<typeof saidOf>>
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

/** Decides what each person is notified of separately, and what at the end of the hour, and stores that. */
async function notifyPeople(tx: Queryable, spaceId: string, news: readonly Said[], now: Date): Promise<void> {
  const ids = news.map(({ id }) => id)
  const namedOf = groupBy(await readNamed(tx, spaceId, ids, now), ({ alertId }) => alertId)
  const people = new Map([...namedOf.values()].flat().map((one) => [one.userId, one]))
  const hours = await openHours(tx, spaceId, [...people.keys()], now)
  const mails: AlertMail[] = []
  const pushes: AlertPush[] = []
  for (const one of news) {
    const { said } = one
    for (const named of namedOf.get(one.id) ?? []) {
      const { userId, isUrgent, emails, dueAt } = named
      const hour = hours.of(userId, dueAt, isUrgent)
      if (!hours.take(hour)) {
        hours.collect(hour, one.ruleId, { name: one.ruleName, opened: +one.opened, ended: +one.ended })
        continue
      }
      mails.push({ kind: MAILS[said], alertId: one.id, userId, isUrgent, emails, dueAt })
      // An alert that has already ended has no push message for its opening.
      if (said !== 'ended' || !one.opened) pushes.push({ event: said, alertId: one.id, userId, dueAt })
    }
  }
  for (const { id: alertId, userId, isUrgent, hour } of await hours.save()) {
    const person = people.get(userId)
    if (!person) continue
    const dueAt = person.notBefore(endOfHour({ hour }), isUrgent)
    mails.push({ kind: 'alertSummary', alertId, userId, isUrgent, emails: person.emails, dueAt })
    pushes.push({ event: 'summary', alertId, userId, dueAt })
  }
  await addAlertMails(tx, spaceId, mails, now)
  await addPushes(tx, spaceId, pushes, now)
}

/** Notifies about the due events of a space. @returns how many there were */
async function notifySpace(tx: Queryable, spaceId: string, now: Date, wait: number): Promise<number> {
  if (!(await keepSpace(tx, spaceId))) return 0
  // One copy of the server at a time, so that all together keep to the limit of an hour.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 28))`)
  const news = await takeNews(tx, spaceId, now, wait)
  if (news.length === 0) return 0
  const opened = news.filter((one) => one.opened).map(({ id }) => id)
  const both = news.filter((one) => one.opened && one.ended).map(({ id }) => id)
  const ended = news.filter((one) => one.ended && !one.opened).map(({ id }) => id)
  await addAlertDeliveries(tx, 'opened', spaceId, opened, now)
  await addAlertDeliveries(tx, 'ended', spaceId, ended, now)
  await addAlertDeliveries(tx, 'ended', spaceId, both, now, { isSecond: true })
  await notifyPeople(tx, spaceId, await withoutFlapping(tx, spaceId, news, now), now)
  await keepNewestNotices(tx, spaceId)
  return news.length
}

/** Spaces with alerts to notify about, by owner, in random order, so that none waits forever. */
async function spacesWithNews(db: Db, now: Date): Promise<string[][]> {
  const { rows } = await db.execute<{ spaceId: string; person: string }>(sql`
    select n.space_id as "spaceId", coalesce(s.owner_id, s.id) as person
    from (select distinct space_id from alert_news where at <= ${now}) n join space s on s.id = n.space_id`)
  const mixed = rows.map((row) => ({ row, place: Math.random() })).toSorted((x, y) => x.place - y.place)
  const byPerson = groupBy(mixed, ({ row }) => row.person)
  return [...byPerson.values()].map((those) => those.map(({ row }) => row.spaceId))
}

/** Dependencies and settings of a round. */
export interface NotifyOptions {
  now: () => Date
  /** Milliseconds without a new episode before people and connectors are notified that an alert opened. */
  wait: number
  stopping: AbortSignal
  /** Is called with a space that failed; it holds up no other. */
  onFailure: (failed: { spaceId: string }, error: unknown) => void
  /** Is called when there is something to send. */
  onStored: () => void
}

/**
 * Notifies people and connectors about alerts that are due, in one space of each person. Any number of copies may do it at the same time.
 * @returns whether there may be more to notify about now
 */
export async function notifyDue(
  { db }: Pick<Deps, 'db'>,
  { now, wait, stopping, onFailure, onStored }: NotifyOptions,
): Promise<boolean> {
  let mayHaveMore = false
  const notify = async (spaceId: string) => {
    try {
      return await db.transaction((tx) => notifySpace(tx, spaceId, now(), wait))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure({ spaceId }, error)
      return 0
    }
  }
  for (const spaces of await spacesWithNews(db, now()))
    for (const spaceId of spaces) {
      if (stopping.aborted) return false
      if ((await notify(spaceId)) === 0) continue
      mayHaveMore = true
      onStored()
      break
    }
  return mayHaveMore
}
