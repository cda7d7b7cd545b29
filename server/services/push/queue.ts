import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { MINUTE } from '#contract/common/durations'
import type { Failure } from '#contract/connectors'
import type { NoticeEvent } from '#contract/notices'
import type { Queryable } from '../../db/database'
import { authSession, type PushEvent, push, pushBrowser } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../common/ids'
import type { Named } from '../notices/named'
import { isSignedIn } from './browsers'
import { noteTested } from './tested'

/** Milliseconds after which another copy sends what a copy of the server has taken. */
const LEASE = 60_000
/** Minutes before each attempt after the first. */
const RETRY_DELAYS = [1, 5, 30]
export const NONE = { devices: 0, connectors: 0 }
/** First messages of browsers that are taken at a time, besides those about alerts. */
const FIRSTS = 8
/** Push messages that one statement stores. */
const ROWS = 1000

/** A push message to all browsers of a person: about an alert, or about the alerts of an hour without messages of their own. */
export interface AlertPush extends Pick<Named, 'userId' | 'dueAt'> {
  event: PushEvent
  /** Id of the hour for a summary. */
  alertId: string
}

/** Stores push messages about alerts of a space. A person who has not got the opening of an alert yet does not get its end. */
export async function addPushes(
  tx: Queryable,
  spaceId: string,
  pushes: readonly AlertPush[],
  at: Date,
): Promise<void> {
  if (pushes.length === 0) return
  const userIds = [...new Set(pushes.map(({ userId }) => userId))]
  const browsers = await keepBrowsers(tx, userIds, at)
  if (browsers.length === 0) return
  const browsersOf = new Map<string, string[]>()
  for (const { id, userId } of browsers) browsersOf.set(userId, [...(browsersOf.get(userId) ?? []), id])
  const over = pushes.flatMap(({ event, alertId }) => (event === 'ended' ? alertId : []))
  const unsaid = await dropUnsaid(tx, spaceId, [...new Set(over)], browsers)
  const rows = pushes.flatMap(({ event, alertId, userId, dueAt }) =>
    (browsersOf.get(userId) ?? [])
      .filter((browserId) => event !== 'ended' || !unsaid.has(saying(browserId, alertId)))
      .map((browserId) => ({ id: newId(at), browserId, spaceId, alertId, event, dueAt, createdAt: at })),
  )
  for (let start = 0; start < rows.length; start += ROWS)
    await tx
      .insert(push)
      .values(rows.slice(start, start + ROWS))
      .onConflictDoNothing()
}

/**
 * Stores push messages of a test for the browsers of a person, due immediately.
 * @returns ids of the browsers
 */
export async function addTestPushes(
  tx: Queryable,
  { spaceId, id: alertId, userId }: { spaceId: string; id: string; userId: string },
  at: Date,
): Promise<string[]> {
  const browsers = await keepBrowsers(tx, [userId], at)
  const event: NoticeEvent = 'opened'
  const rows = browsers.map(({ id: browserId }) => ({
    id: newId(at),
    browserId,
    spaceId,
    alertId,
    event,
    dueAt: at,
    createdAt: at,
  }))
  if (rows.length > 0) await tx.insert(push).values(rows)
  return rows.map(({ browserId }) => browserId)
}

/**
 * The confirmed browsers of people, locked until the transaction ends. It comes before their messages are locked, as a removal locks a
 * browser before its messages. A browser that is being removed gets nothing more.
 */
const keepBrowsers = async (tx: Queryable, userIds: readonly string[], at: Date) =>
  tx
    .select({ id: pushBrowser.id, userId: authSession.userId })
    .from(pushBrowser)
    .innerJoin(authSession, eq(authSession.jti, pushBrowser.jti))
    .where(and(inArray(authSession.userId, [...userIds]), isSignedIn(at), isNotNull(pushBrowser.confirmedAt)))
    .orderBy(pushBrowser.id)
    .for('key share', { of: pushBrowser, skipLocked: true })

const saying = (browserId: string, alertId: string) => `${browserId} ${alertId}`

/** Deletes messages that alerts have opened, if no attempt has begun. @returns their browsers and alerts */
async function dropUnsaid(
  tx: Queryable,
  spaceId: string,
  ids: readonly string[],
  browsers: readonly { id: string }[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const browserIds = sql.param(browsers.map(({ id }) => id))
  const dropped = await tx
    .delete(push)
    .where(
      and(
        eq(push.spaceId, spaceId),
        inArray(push.alertId, [...ids]),
        eq(push.event, 'opened'),
        eq(push.attempts, 0),
        sql`${push.browserId} = any(${browserIds}::uuid[])`,
      ),
    )
    .returning({ browserId: push.browserId, alertId: push.alertId })
  return new Set(dropped.map(({ browserId, alertId }) => saying(browserId, alertId)))
}

/** A push message that is being sent. */
export type PushJob = typeof push.$inferSelect

/** How many push messages to take. */
interface Capacity {
  /** Most messages to take now. */
  free: number
  /** Most messages of the spaces of one person that this copy of the server sends at the same time. */
  perPerson: number
  /** Messages that this copy is sending. */
  inHand: readonly PushJob[]
}

/** Messages of a space that a round reads. */
const LOOK = 256

/**
 * Takes due push messages, the oldest of each browser, in fair shares by person and space; no other copy takes them until the lease ends. A
 * browser gets one after the other, so that a push service that hangs holds up only its own browsers.
 */
export async function takePushes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { free, perPerson, inHand }: Capacity,
): Promise<PushJob[]> {
  const at = now()
  const isDue = sql`due_at <= ${at.toISOString()}::timestamptz`
  const busyBrowsers = sql.param(inHand.map(({ browserId }) => browserId))
  const busySpaces = sql.param(inHand.map(({ spaceId }) => spaceId))
  const personOf = sql`coalesce(s.owner_id, s.id)`
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive waiting (space_id) as (
      (select space_id from push order by space_id limit 1)
      union all
      select (select space_id from push where space_id > waiting.space_id order by space_id limit 1)
      from waiting where waiting.space_id is not null
    ), busy as (
      select ${personOf} as person_id, count(*) as count
      from unnest(${busySpaces}::uuid[]) as hand (space_id) join space s on s.id = hand.space_id group by 1
    ), oldest as (
      select one.*, s.id as space_id, ${personOf} as person_id,
        row_number() over (partition by one.browser_id order by one.due_at, one.id) as place
      from waiting join space s on s.id = waiting.space_id cross join lateral (
        select id, browser_id, due_at from push
        where space_id = s.id and ${isDue} and not browser_id = any(${busyBrowsers}::uuid[])
        order by due_at, id limit ${LOOK}
      ) one
    ), in_space as (
      select id, due_at, person_id, row_number() over (partition by space_id order by due_at, id) as place
      from oldest where place = 1
    ), of_person as (
      select i.id, i.due_at,
        row_number() over (partition by i.person_id order by i.place, i.due_at, i.id) + coalesce(b.count, 0) as place
      from in_space i left join busy b on b.person_id = i.person_id
    )
    select id from of_person where place <= ${perPerson}::int order by place, due_at, id limit ${free}::int`)
  const firsts = await db.execute<{ id: string }>(sql`
    select id from push where space_id is null and ${isDue} and not browser_id = any(${busyBrowsers}::uuid[])
    order by due_at, id limit ${FIRSTS}`)
  const chosenIds = [...rows, ...firsts.rows].map(({ id }) => id)
  if (chosenIds.length === 0) return []
  const chosen = sql.param(chosenIds)
  return db
    .update(push)
    .set({ dueAt: new Date(at.getTime() + LEASE), attempts: sql`${push.attempts} + 1` })
    .where(
      sql`${push.id} in (select id from push where id = any(${chosen}::uuid[]) and ${isDue} for update skip locked)`,
    )
    .returning()
}

const isInHand = ({ id, attempts }: PushJob) => and(eq(push.id, id), eq(push.attempts, attempts))

/** Deletes a push message that is no longer to be sent. */
export async function dropPush({ db }: Pick<Deps, 'db'>, job: PushJob): Promise<void> {
  await db.delete(push).where(isInHand(job))
}

/** Deletes a browser that its push service no longer knows, with all its messages. */
export async function dropBrowser({ db }: Pick<Deps, 'db'>, { browserId }: PushJob): Promise<void> {
  await db.delete(pushBrowser).where(eq(pushBrowser.id, browserId))
}

/** Stores that the push service accepted a message, or why it did not, and when to retry. */
export async function settlePush(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  job: PushJob,
  failure: Failure | null,
  isFinal: boolean,
): Promise<void> {
  const at = now()
  const minutes = failure && !isFinal ? RETRY_DELAYS[job.attempts - 1] : undefined
  const dueAt = minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE)
  await db.transaction(async (tx) => {
    const note = failure ? { failure } : { failure, sentAt: at }
    await tx.update(pushBrowser).set(note).where(eq(pushBrowser.id, job.browserId))
    await noteTested(tx, job, { at, failure, dueAt })
    if (dueAt === null) await tx.delete(push).where(isInHand(job))
    else await tx.update(push).set({ dueAt }).where(isInHand(job))
  })
}
