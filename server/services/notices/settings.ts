import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  DIGEST_HOUR,
  type NoticeSettings,
  type NoticeSettingsUpdate,
  QUIET_PROBLEMS,
  quietProblem,
  quietUntil,
} from '#contract/notices'
import type { Queryable } from '../../db/database'
import { alert, appUser, mail, noticeSetting } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'
import type { Person } from '../common/caller'
import { type Columns, rowOf } from '../common/columns'
import { checkVersion, type IfMatch, raised } from '../common/version'

const SETTINGS = {
  emails: noticeSetting.emails,
  digest_hour: noticeSetting.digestHour,
  quiet_from: noticeSetting.quietFrom,
  quiet_to: noticeSetting.quietTo,
  version: noticeSetting.version,
} satisfies Columns<NoticeSettings>

/** Of a person who has changed nothing. */
const INITIAL: NoticeSettings = {
  emails: 'each',
  digest_hour: DIGEST_HOUR,
  quiet_from: null,
  quiet_to: null,
  version: 1,
}

/** How a person is told of alerts. */
export async function readNoticeSettings(db: Queryable, userId: string): Promise<NoticeSettings> {
  const [found] = await db.select(SETTINGS).from(noticeSetting).where(eq(noticeSetting.userId, userId))
  return found ?? INITIAL
}

/** How people are told, and by which clocks. */
export interface Told {
  userId: string
  settings: NoticeSettings
  timezone: string | null
}

/** The settings of many people. */
export async function readToldOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, Told>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: appUser.id, timezone: appUser.timezone, settings: SETTINGS })
    .from(appUser)
    .leftJoin(noticeSetting, eq(noticeSetting.userId, appUser.id))
    .where(inArray(appUser.id, [...userIds]))
  return new Map(
    rows.map(({ userId, timezone, settings }) => [
      userId,
      { userId, timezone, settings: settings ?? INITIAL },
    ]),
  )
}

/** E-mails that wait for the end of quiet hours wait for those that the person has now. */
async function waitAnew(tx: Queryable, userId: string, now: Date): Promise<void> {
  const told = (await readToldOf(tx, [userId])).get(userId)
  if (!told) return
  const dueAt = quietUntil(told.settings, told.timezone, now) ?? now
  const waits = and(
    eq(mail.userId, userId),
    eq(mail.state, 'waiting'),
    eq(mail.attempts, 0),
    inArray(mail.kind, ['alertOpened', 'alertEnded']),
  )
  const waiting = await tx
    .select({ id: mail.id, spaceId: mail.spaceId, alertId: mail.alertId })
    .from(mail)
    .where(waits)
  const alertIds = waiting.flatMap(({ alertId }) => alertId ?? [])
  if (alertIds.length === 0) return
  const spaceIds = [...new Set(waiting.flatMap(({ spaceId }) => spaceId ?? []))]
  const patient = await tx
    .select({ id: alert.id })
    .from(alert)
    .where(and(inArray(alert.spaceId, spaceIds), inArray(alert.id, alertIds), eq(alert.urgent, false)))
  const ids = patient.map(({ id }) => id)
  await tx
    .update(mail)
    .set({ dueAt })
    .where(and(waits, sql`${mail.alertId} = any(${sql.param(ids)}::uuid[])`))
}

/**
 * Updates how a person is told of alerts; what is not given is kept. What waits for the end of their quiet hours waits for that of
 * the new ones.
 * @throws ApiError 400 where quiet hours have one end, 412
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
        ...raised(noticeSetting),
        // What was told one by one is not told again.
        ...(input.emails === 'digest' && before.emails !== 'digest' && { digestFrom: now() }),
      })
      .where(isTheirs)
      .returning(SETTINGS)
    if (!settings) throw badToken()
    await waitAnew(tx, userId, now())
    return settings
  })
}
