import { and, eq, inArray, sql } from 'drizzle-orm'
import { HOUR } from '#contract/common/durations'
import {
  DIGEST_HOUR,
  type NoticeSettings,
  type NoticeSettingsUpdate,
  QUIET_PROBLEMS,
  quietProblem,
  quietUntil,
} from '#contract/notices'
import type { Queryable } from '../../db/database'
import {
  alert,
  alertHour,
  appUser,
  authSession,
  mail,
  noticeSetting,
  push,
  pushBrowser,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'
import type { Person } from '../common/caller'
import { type Columns, rowOf } from '../common/columns'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'

const SETTINGS = {
  emails: noticeSetting.emails,
  digest_hour: noticeSetting.digestHour,
  quiet_from: noticeSetting.quietFrom,
  quiet_to: noticeSetting.quietTo,
  version: noticeSetting.version,
} satisfies Columns<NoticeSettings>

/** The settings of a person who has changed nothing. */
const INITIAL: NoticeSettings = {
  emails: 'each',
  digest_hour: DIGEST_HOUR,
  quiet_from: null,
  quiet_to: null,
  version: 1,
}

/** How a person is notified of alerts. */
export async function readNoticeSettings(db: Queryable, userId: string): Promise<NoticeSettings> {
  const [found] = await db.select(SETTINGS).from(noticeSetting).where(eq(noticeSetting.userId, userId))
  return found ?? INITIAL
}

/** The notification settings and the time zone of a person. */
export interface NotifiedPerson {
  userId: string
  email: string
  settings: NoticeSettings
  timezone: string | null
}

/** The notification settings of many people. */
export async function readNotifiedPeople(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, NotifiedPerson>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: appUser.id, email: appUser.email, timezone: appUser.timezone, settings: SETTINGS })
    .from(appUser)
    .leftJoin(noticeSetting, eq(noticeSetting.userId, appUser.id))
    .where(inArray(appUser.id, [...userIds]))
  return new Map(
    rows.map(({ userId, email, timezone, settings }) => [
      userId,
      { userId, email, timezone, settings: settings ?? INITIAL },
    ]),
  )
}

/** Waiting rows without an attempt yet, except those that are being sent. */
async function readWaiting(tx: Queryable, userId: string) {
  const columns = { id: mail.id, spaceId: mail.spaceId, alertId: mail.alertId }
  const mails = await tx
    .select(columns)
    .from(mail)
    .where(
      and(
        eq(mail.userId, userId),
        eq(mail.state, 'waiting'),
        eq(mail.attempts, 0),
        inArray(mail.kind, ['alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary']),
      ),
    )
    .for('no key update', { skipLocked: true })
  const pushes = await tx
    .select({ id: push.id, spaceId: push.spaceId, alertId: push.alertId })
    .from(push)
    .innerJoin(pushBrowser, eq(pushBrowser.id, push.browserId))
    .innerJoin(authSession, eq(authSession.jti, pushBrowser.jti))
    .where(and(eq(authSession.userId, userId), eq(push.attempts, 0)))
    .for('no key update', { of: push, skipLocked: true })
  return { mails, pushes }
}

/**
 * Moves e-mails and push messages that wait for the end of quiet hours to the end of the person's current ones. Call it after a lock of the
 * account.
 */
export async function waitAnew(tx: Queryable, userId: string, now: Date): Promise<void> {
  const person = (await readNotifiedPeople(tx, [userId])).get(userId)
  if (!person) return
  const dueAt = quietUntil(person.settings, person.timezone, now) ?? now
  const { mails, pushes } = await readWaiting(tx, userId)
  const waiting = [...mails, ...pushes]
  if (waiting.length === 0) return
  const alertIds = sql.param([...new Set(waiting.flatMap(({ alertId }) => alertId ?? []))])
  const spaceIds = [...new Set(waiting.flatMap(({ spaceId }) => spaceId ?? []))]
  const patient = await tx
    .select({ id: alert.id })
    .from(alert)
    .where(
      and(
        inArray(alert.spaceId, spaceIds),
        sql`${alert.id} = any(${alertIds}::uuid[])`,
        eq(alert.urgent, false),
      ),
    )
  // Alerts that were collected in an hour are sent at its end, or at that of the quiet hours.
  const hours = await tx
    .select({ id: alertHour.id, hour: alertHour.hour })
    .from(alertHour)
    .where(
      and(
        inArray(alertHour.spaceId, spaceIds),
        sql`${alertHour.id} = any(${alertIds}::uuid[])`,
        eq(alertHour.isUrgent, false),
      ),
    )
  for (const { id, hour } of hours) {
    const end = new Date(hour.getTime() + HOUR)
    const later = { dueAt: quietUntil(person.settings, person.timezone, end) ?? end }
    const own = waiting.flatMap((one) => (one.alertId === id ? one.id : []))
    await tx.update(mail).set(later).where(inArray(mail.id, own))
    await tx.update(push).set(later).where(inArray(push.id, own))
  }
  const isPatient = new Set<string | null>(patient.map(({ id }) => id))
  const idsOf = (rows: readonly (typeof waiting)[number][]) =>
    sql.param(rows.filter(({ alertId }) => isPatient.has(alertId)).map(({ id }) => id))
  await tx
    .update(mail)
    .set({ dueAt })
    .where(sql`${mail.id} = any(${idsOf(mails)}::uuid[])`)
  await tx
    .update(push)
    .set({ dueAt })
    .where(sql`${push.id} = any(${idsOf(pushes)}::uuid[])`)
}

/**
 * Updates how a person is notified of alerts; fields that are not given are kept. Messages that wait for the end of their quiet hours wait
 * for that of the new ones.
 * @throws ApiError 400 if quiet hours have only one end, 412
 */
export async function updateNoticeSettings(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  input: NoticeSettingsUpdate,
  ifMatch: IfMatch = null,
): Promise<NoticeSettings> {
  const { userId } = caller
  const isTheirs = eq(noticeSetting.userId, userId)
  return db.transaction(async (tx) => {
    // The account is locked first, as in its removal.
    const isThere = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.id, userId))
      .for('no key update')
    if (isThere.length === 0) throw badToken()
    await tx.insert(noticeSetting).values({ userId }).onConflictDoNothing()
    const [before] = await tx.select(SETTINGS).from(noticeSetting).where(isTheirs).for('no key update')
    if (!before) throw badToken()
    await checkVersion(tx, caller, ifMatch, { spaceId: null, targetId: userId, version: before.version })
    const problem = quietProblem({ ...before, ...input })
    if (problem) throw new ApiError(400, `${problem.field} ${QUIET_PROBLEMS[problem.why]}`)
    const [settings] = await tx
      .update(noticeSetting)
      .set({
        ...rowOf(noticeSetting, input),
        ...incrementVersion(noticeSetting),
        // Alerts that were sent separately are not repeated.
        ...(input.emails === 'digest' && before.emails !== 'digest' && { digestFrom: now() }),
      })
      .where(isTheirs)
      .returning(SETTINGS)
    if (!settings) throw badToken()
    await waitAnew(tx, userId, now())
    return settings
  })
}
