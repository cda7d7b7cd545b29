import { and, countDistinct, eq, lte, sql } from 'drizzle-orm'
import { alertsApi, type Condition, isOfSilence, pageOfTest } from '#contract/alerts'
import { type Language, writeNumber } from '#contract/common'
import { can, type Permission } from '#contract/permissions'
import { shownIn, styleOfValue } from '#contract/series'
import type { Queryable } from '../../../db/database'
import {
  alert,
  alertEpisode,
  alertRule,
  alertTest,
  appUser,
  connector,
  device,
  mail,
  seriesSettings,
  spaceUser,
} from '../../../db/schema'
import { newId } from '../../common/ids'
import { isMember } from '../../common/membership'
import { type Named, seesEpisode } from '../../notices/named'
import { readNoticeSettings } from '../../notices/settings'
import type { Message, Writing } from '../compose'
import { pageLink } from '../links'
import type { Alerted } from '../texts/words'
import { LOCALES, timeText } from '../time'

/** Devices that an e-mail names. */
const DEVICES = 10
/** E-mails that one statement stores. */
const ROWS = 1000

/** An e-mail about an alert, or about the alerts of an hour without e-mails of their own; `alertId` is then that of the hour. */
export interface AlertMail extends Pick<Named, 'alertId' | 'userId' | 'isUrgent' | 'emails' | 'dueAt'> {
  kind: 'alertOpened' | 'alertEnded' | 'alertFlapping' | 'alertSummary'
}

/** Stores e-mails about alerts of a space. An e-mail is written when it is sent, with the state at that time. */
export async function addAlertMails(
  tx: Queryable,
  spaceId: string,
  mails: readonly AlertMail[],
  at: Date,
): Promise<void> {
  const rows = mails.flatMap(({ kind, alertId, userId, isUrgent, emails, dueAt }) =>
    emails === 'none' || (emails === 'digest' && !isUrgent)
      ? []
      : { kind, spaceId, alertId, userId, id: newId(at), dueAt, createdAt: at },
  )
  for (let start = 0; start < rows.length; start += ROWS)
    await tx.insert(mail).values(rows.slice(start, start + ROWS))
}

/** What a reader may do about an alert, and see of it. */
interface Reader {
  mayAcknowledge: boolean
  mayReadValues: boolean
  /** Whether tags limit the reader. */
  isLimited: boolean
}

/** The reader of an e-mail of a space; null for a person who is not in the space, may not read what it is about, or wants none. */
async function readerOf(
  tx: Queryable,
  spaceId: string,
  userId: string,
  needed: Permission,
): Promise<Reader | null> {
  const isReader = and(
    eq(spaceUser.spaceId, spaceId),
    eq(spaceUser.userId, userId),
    sql.raw(isMember('space_user')),
  )
  const [member] = await tx
    .select({
      systemRole: appUser.systemRole,
      spaceRole: spaceUser.role,
      ownPermissions: spaceUser.permissions,
      isLimited: spaceUser.isLimited,
    })
    .from(spaceUser)
    .innerJoin(appUser, eq(appUser.id, spaceUser.userId))
    .where(isReader)
  if (!member || !can(member, needed) || (await readNoticeSettings(tx, userId)).emails === 'none') return null
  return {
    mayAcknowledge: can(member, alertsApi.acknowledge.permission),
    mayReadValues: can(member, 'space:message:series:read'),
    isLimited: member.isLimited,
  }
}

/**
 * The recipient and the space of an e-mail; undefined for a person who is no longer to be notified.
 * @param needed permission to read what it is about
 */
export async function addressOf(
  { tx, facts }: Pick<Writing, 'tx' | 'facts'>,
  needed: Permission = 'space:alert:read',
) {
  const { userId, email, spaceId, alertId, space } = facts
  if (spaceId === null || alertId === null || space === null) return undefined
  const reader = await readerOf(tx, spaceId, userId, needed)
  return reader ? { email, spaceId, alertId, space, reader, language: facts.language ?? 'en' } : undefined
}

/** Writes measured values of paths in words, as their space displays them: "level 12.5 %". */
async function valueTexts(tx: Queryable, spaceId: string, language: Language, paths: readonly string[]) {
  const [found] = await tx.select().from(seriesSettings).where(eq(seriesSettings.spaceId, spaceId))
  const shown = shownIn(found?.settings ?? [], paths)
  return (path: string, value: number) => {
    const of = shown(path)
    return `${of.label} ${writeNumber(value, LOCALES[language], styleOfValue(value, of))}`
  }
}

/** Whether the alert ended because its rule was changed, switched off or deleted: its condition may still be met. */
async function isOfOldRule(
  tx: Queryable,
  { spaceId, ruleId, openedAt }: typeof alert.$inferSelect,
): Promise<boolean> {
  const current = and(
    eq(alertRule.spaceId, spaceId),
    eq(alertRule.id, ruleId),
    eq(alertRule.enabled, true),
    lte(alertRule.judgedFrom, openedAt),
  )
  return (await tx.$count(alertRule, current)) === 0
}

/** The state of devices and connectors without a value. */
const howOf = (condition: Condition): Alerted['how'] =>
  isOfSilence(condition) ? 'silent' : condition.kind === 'connectorFails' ? 'failing' : 'so'

/**
 * The e-mail about an alert; undefined for a person who has left the space or wants none any more, and for the opening of an alert that has
 * ended meanwhile.
 */
export async function writeAlert(
  { tx, deps, facts, texts, console }: Writing,
  which: 'opened' | 'ended',
): Promise<Message | undefined> {
  const address = await addressOf({ tx, facts })
  if (!address) return undefined
  const { email, spaceId, alertId, space, reader, language } = address
  const [found] = await tx
    .select()
    .from(alert)
    .where(and(eq(alert.spaceId, spaceId), eq(alert.id, alertId)))
  if (!found || (which === 'opened' && found.endedAt !== null)) return undefined
  const ofReader = and(eq(spaceUser.spaceId, alertEpisode.spaceId), eq(spaceUser.userId, facts.userId))
  const isOfAlert = and(
    eq(alertEpisode.spaceId, spaceId),
    eq(alertEpisode.alertId, alertId),
    sql.raw(seesEpisode('alert_episode', 'space_user')),
  )
  const episodes = await tx
    .select({
      name: sql<string>`coalesce(${device.name}, ${connector.name})`,
      path: alertEpisode.path,
      worst: alertEpisode.worst,
      since: alertEpisode.since,
    })
    .from(alertEpisode)
    .innerJoin(spaceUser, ofReader)
    .leftJoin(device, and(eq(device.spaceId, alertEpisode.spaceId), eq(device.id, alertEpisode.deviceId)))
    .leftJoin(
      connector,
      and(eq(connector.spaceId, alertEpisode.spaceId), eq(connector.id, alertEpisode.connectorId)),
    )
    .where(isOfAlert)
    .orderBy(alertEpisode.openedAt, alertEpisode.id)
    .limit(DEVICES)
  const [counts = { devices: 0, connectors: 0 }] = await tx
    .select({
      devices: countDistinct(alertEpisode.deviceId),
      connectors: countDistinct(alertEpisode.connectorId),
    })
    .from(alertEpisode)
    .innerJoin(spaceUser, ofReader)
    .where(isOfAlert)
  if (episodes.length === 0) return undefined
  const paths = episodes.map(({ path }) => path)
  const valueText = await valueTexts(tx, spaceId, language, paths.filter(Boolean))
  const time = (at: Date) => timeText(at, language, facts.timezone)
  const mayAcknowledge = reader.mayAcknowledge && found.acknowledgedAt === null
  const of = {
    product: console.productName,
    email,
    space,
    rule: found.ruleName,
    affected: episodes.map(({ name, path, worst, since }) => ({
      name,
      value: path === '' || worst === null || !reader.mayReadValues ? null : valueText(path, worst),
      since: time(since),
    })),
    how: howOf(found.condition),
    counts,
    isOfOldRule: await isOfOldRule(tx, found),
    since: time(found.since),
    endedAt: found.endedAt && time(found.endedAt),
    isUnacknowledged: found.escalationStep > 0 && found.acknowledgedAt === null,
    isAssigned: found.assignedId === facts.userId,
    mayAcknowledge,
  }
  const asks = which === 'opened' && mayAcknowledge
  return {
    words: which === 'opened' ? texts.alertOpened(of) : texts.alertEnded(of),
    link: pageLink(deps, `/space/${spaceId}/alerts/${alertId}${asks ? '?acknowledge=true' : ''}`),
  }
}

/** The e-mail of a test: the text for an alert, marked as a test; undefined for a person who is no longer to be notified. */
export async function writeTest({ tx, deps, facts, texts, console }: Writing): Promise<Message | undefined> {
  const address = await addressOf({ tx, facts })
  if (!address) return undefined
  const { email, spaceId, alertId, space, language } = address
  const [found] = await tx
    .select({ sample: alertTest.alert })
    .from(alertTest)
    .where(and(eq(alertTest.spaceId, spaceId), eq(alertTest.id, alertId)))
  if (!found) return undefined
  const { sample } = found
  const paths = sample.devices.flatMap(({ path }) => path ?? [])
  const valueText = await valueTexts(tx, spaceId, language, paths)
  const time = (at: string) => timeText(new Date(at), language, facts.timezone)
  const of = {
    product: console.productName,
    email,
    space,
    rule: sample.rule.name,
    affected: [
      ...sample.devices.map(({ name, path, label, value, since }) => ({
        name,
        value: value === null ? null : valueText(path ?? label ?? '', value),
        since: time(since),
      })),
      ...sample.connectors.map(({ name, since }) => ({ name, value: null, since: time(since) })),
    ],
    how: howOf(sample.condition),
    counts: { devices: sample.device_count, connectors: sample.connector_count },
    isOfOldRule: false,
    since: time([...sample.devices, ...sample.connectors][0]?.since ?? sample.opened_at),
    endedAt: null,
    isUnacknowledged: false,
    isAssigned: false,
    mayAcknowledge: false,
  }
  return { words: texts.alertTest(of), link: pageLink(deps, pageOfTest(sample)) }
}
