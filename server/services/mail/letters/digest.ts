import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alertsApi } from '#contract/alerts'
import { knownZone } from '#contract/common'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { clockOf } from '#contract/notices'
import { can, type SpaceRole, type SystemRole } from '#contract/permissions'
import { isOfDatabase } from '../../../db/away'
import type { Queryable } from '../../../db/database'
import { appUser, mail, noticeSetting } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { newId } from '../../common/ids'
import { isNamed, seesEpisode } from '../../notices/named'
import { readNoticeSettings } from '../../notices/settings'
import type { Message, Writing } from '../compose'
import { pageLink } from '../links'
import type { DigestAlert, DigestSpace } from '../texts/words'
import { LOCALES, shortTime, spanText } from '../time'

/** Alerts of the last minute are for the next digest: their transactions may not have ended yet. */
const SETTLED = MINUTE
/** E-mails are kept for this long; alerts of an older digest are not repeated. */
const KEPT = 90 * DAY
/** Alerts of one kind and space that a digest names. */
const NAMED = 20
/** Most alerts that it counts. */
const COUNTED = 5000

const KIND = 'alertDigest'

/** The period that a digest covers, the beginning excluded. */
interface Window {
  after: Date
  until: Date
}

/**
 * The period without a digest yet: since the last one that was sent, or may have been, and not before the person wanted one.
 * @param own id of the digest that is written
 */
async function windowOf(tx: Queryable, userId: string, at: Date, own: string | null): Promise<Window> {
  const isSent = and(
    eq(mail.userId, userId),
    eq(mail.kind, KIND),
    inArray(mail.state, ['sent', 'outbox', 'sending', 'unknown']),
    own === null ? undefined : ne(mail.id, own),
  )
  const [last] = await tx
    .select({ at: sql<Date | null>`max(${mail.startedAt})`.mapWith(mail.startedAt) })
    .from(mail)
    .where(isSent)
  const [settings] = await tx
    .select({ from: noticeSetting.digestFrom })
    .from(noticeSetting)
    .where(eq(noticeSetting.userId, userId))
  const times = [
    at.getTime() - KEPT,
    settings?.from?.getTime() ?? 0,
    last?.at ? last.at.getTime() - SETTLED : 0,
  ]
  return { after: new Date(Math.max(...times)), until: new Date(at.getTime() - SETTLED) }
}

/** An alert of a digest. */
interface Row {
  spaceId: string
  space: string
  id: string
  rule: string
  /** Times are milliseconds since 1970. */
  since: number
  endedAt: number | null
  /** Whether it opened or ended in the period of the digest. */
  isNews: boolean
  devices: number
  connectors: number
  spaceRole: SpaceRole
  ownPermissions: string[] | null
  systemRole: SystemRole
}

/** SQL of a time in the driver's format. */
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** SQL of the alerts of a digest: those that the person may read, with rules that notify them, in the spaces that they are in now. */
const alertsOf = (userId: string, { after, until }: Window) => sql`
  from alert a
  join space_user m on m.space_id = a.space_id and m.user_id = ${userId} and ${sql.raw(isNamed('a', 'm'))}
  join space s on s.id = a.space_id
  where not a.urgent and (a.notified_at > ${at(after)} and a.notified_at <= ${at(until)}
    or a.ended_at is null and (a.notified_at is null or a.notified_at <= ${at(until)}))`

/** Whether an alert opened or ended; one that has been open for longer is no reason for an e-mail. */
async function hasNews(tx: Queryable, userId: string, window: Window): Promise<boolean> {
  const { rows } = await tx.execute<{ isThere: boolean }>(sql`
    select exists (select ${alertsOf(userId, window)} and a.notified_at > ${at(window.after)}) as "isThere"`)
  return rows[0]?.isThere ?? false
}

const seesOne = sql.raw(seesEpisode('e', 'm'))

async function readAlerts(tx: Queryable, userId: string, window: Window): Promise<Row[]> {
  const { rows } = await tx.execute<{ [Field in keyof Row]: Row[Field] }>(sql`
    select a.space_id as "spaceId", s.name as space, a.id, a.rule_name as rule, (extract(epoch from a.since) * 1000)::float8 as since,
      (extract(epoch from a.ended_at) * 1000)::float8 as "endedAt",
      coalesce(a.notified_at > ${at(window.after)}, false) as "isNews", (
        select count(distinct e.device_id)::int from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and ${seesOne}
      ) as devices, (
        select count(distinct e.connector_id)::int from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and ${seesOne}
      ) as connectors, m.role as "spaceRole", m.permissions as "ownPermissions", (select u.system_role from app_user u where u.id = m.user_id) as "systemRole"
    ${alertsOf(userId, window)}
    order by lower(s.name), a.space_id, since, a.id limit ${COUNTED}`)
  return rows
}

const partOf = ({ endedAt, isNews }: Row) => {
  if (endedAt !== null) return 'over'
  return isNews ? 'opened' : 'still'
}

/**
 * The daily e-mail about alerts that opened, ended and are still open; undefined if there is nothing to report any more, and for a person
 * who wants none now.
 */
export async function writeDigest({
  tx,
  deps,
  facts,
  texts,
  console,
}: Writing): Promise<Message | undefined> {
  const { userId, id, email, timezone, writtenAt } = facts
  if ((await readNoticeSettings(tx, userId)).emails !== 'digest') return undefined
  const language = facts.language ?? 'en'
  const window = await windowOf(tx, userId, writtenAt, id)
  const rows = await readAlerts(tx, userId, window)
  if (!rows.some(({ isNews }) => isNews)) return undefined
  const digestAlert = ({
    spaceId,
    id: alertId,
    rule,
    since,
    endedAt,
    devices,
    connectors,
  }: Row): DigestAlert => ({
    rule,
    counts: { devices, connectors },
    from: shortTime(new Date(since), language, timezone),
    to: endedAt === null ? null : shortTime(new Date(endedAt), language, timezone),
    span: spanText((endedAt ?? writtenAt.getTime()) - since, language),
    href: pageLink(deps, `/space/${spaceId}/alerts/${alertId}`).href,
  })
  const spaces = [...new Set(rows.map(({ spaceId }) => spaceId))].map((spaceId): DigestSpace => {
    const own = rows.filter((row) => row.spaceId === spaceId)
    const part = (name: ReturnType<typeof partOf>) => {
      const all = own.filter((row) => partOf(row) === name)
      return { count: all.length, alerts: all.slice(0, NAMED).map(digestAlert) }
    }
    return {
      name: own[0]?.space ?? '',
      opened: part('opened'),
      over: part('over'),
      still: part('still'),
    }
  })
  const only = spaces.length === 1 ? rows[0]?.spaceId : undefined
  const number = new Intl.NumberFormat(LOCALES[language])
  return {
    words: texts.alertDigest({
      product: console.productName,
      email,
      spaces,
      zone: knownZone(timezone),
      number: (value) => number.format(value),
      mayAcknowledge: rows.some((row) => row.endedAt === null && can(row, alertsApi.acknowledge.permission)),
    }),
    link: pageLink(deps, only === undefined ? '/spaces' : `/space/${only}/alerts`),
  }
}

/** People who want a digest and have had none today, now that it is their hour. */
async function dueNow({ db }: Pick<Deps, 'db'>, now: Date) {
  const people = await db
    .select({
      userId: noticeSetting.userId,
      hour: noticeSetting.digestHour,
      day: noticeSetting.digestedOn,
      timezone: appUser.timezone,
    })
    .from(noticeSetting)
    .innerJoin(appUser, eq(appUser.id, noticeSetting.userId))
    .where(eq(noticeSetting.emails, 'digest'))
  return people.flatMap(({ userId, hour, day, timezone }) => {
    const clock = clockOf(timezone, now)
    const isDue = clock.time >= hour * HOUR && (day === null || day < clock.day)
    return isDue ? { userId, day: clock.day } : []
  })
}

/** Stores the daily e-mail of a person, unless that was decided already. @returns how many were stored */
async function planDigest(tx: Queryable, userId: string, day: string, now: Date): Promise<number> {
  // The account is locked first, as in its removal.
  await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('key share')
  const taken = await tx
    .update(noticeSetting)
    .set({ digestedOn: day })
    .where(
      and(
        eq(noticeSetting.userId, userId),
        eq(noticeSetting.emails, 'digest'),
        or(isNull(noticeSetting.digestedOn), lt(noticeSetting.digestedOn, day)),
      ),
    )
    .returning({ userId: noticeSetting.userId })
  if (taken.length === 0) return 0
  // A digest that could not be sent yet reports everything when it is.
  const waiting = and(
    eq(mail.userId, userId),
    eq(mail.kind, KIND),
    inArray(mail.state, ['waiting', 'sending']),
  )
  if ((await tx.$count(mail, waiting)) > 0) return 0
  if (!(await hasNews(tx, userId, await windowOf(tx, userId, now, null)))) return 0
  await tx.insert(mail).values({ id: newId(now), kind: KIND, userId, dueAt: now, createdAt: now })
  return 1
}

/**
 * Stores the daily e-mail of each person whose hour has come, once a day, if there is something to report. Any number of copies of the
 * server may do it at the same time, and again after an interruption. A failure does not stop those of others.
 * @returns how many were stored
 */
export async function planDigests(
  deps: Pick<Deps, 'db' | 'now'>,
  onFailure: (failed: { userId: string }, error: unknown) => void,
): Promise<number> {
  const now = deps.now()
  let stored = 0
  for (const { userId, day } of await dueNow(deps, now))
    try {
      stored += await deps.db.transaction((tx) => planDigest(tx, userId, day, now))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure({ userId }, error)
    }
  return stored
}
