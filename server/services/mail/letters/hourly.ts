import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { FLAPPING_OPENINGS } from '#contract/alerts'
import { knownZone } from '#contract/common'
import type { Queryable } from '../../../db/database'
import { alert, alertEpisode, connector, device, spaceUser } from '../../../db/schema'
import { sayCollected } from '../../notices/hours'
import { seesEpisode } from '../../notices/named'
import type { Message, Writing } from '../compose'
import { pageLink } from '../links'
import { LOCALES, shortTime, timeText } from '../time'
import { addressOf } from './alerts'

/** Most rules that the e-mail about an hour names, or devices that the one about a flapping alert does. */
const NAMED = 20

/**
 * The devices or connectors of an alert that flap and that a person sees, the one that has opened most often first, and how often it has
 * opened by now.
 */
async function readFlapping(tx: Queryable, spaceId: string, alertId: string, userId: string) {
  const isOfAlert = and(
    eq(alertEpisode.spaceId, spaceId),
    eq(alertEpisode.alertId, alertId),
    isNotNull(alertEpisode.flaps),
    sql.raw(seesEpisode('alert_episode', 'space_user')),
  )
  const episodes = await tx
    .select({
      name: sql<string>`coalesce(${device.name}, ${connector.name})`,
      ruleId: alertEpisode.ruleId,
      subject: sql<string>`coalesce(${alertEpisode.deviceId}, ${alertEpisode.connectorId})`,
      path: alertEpisode.path,
      times: alertEpisode.flaps,
      since: alertEpisode.flappingSince,
    })
    .from(alertEpisode)
    .innerJoin(spaceUser, and(eq(spaceUser.spaceId, alertEpisode.spaceId), eq(spaceUser.userId, userId)))
    .leftJoin(device, and(eq(device.spaceId, alertEpisode.spaceId), eq(device.id, alertEpisode.deviceId)))
    .leftJoin(
      connector,
      and(eq(connector.spaceId, alertEpisode.spaceId), eq(connector.id, alertEpisode.connectorId)),
    )
    .where(isOfAlert)
    .orderBy(desc(alertEpisode.flaps), alertEpisode.id)
    .limit(NAMED)
  const [most] = episodes
  if (!most || most.since === null) return undefined
  const { ruleId, subject, path, since } = most
  const [newest] = await tx
    .select({ times: alertEpisode.flaps })
    .from(alertEpisode)
    .where(
      and(
        eq(alertEpisode.spaceId, spaceId),
        eq(alertEpisode.ruleId, ruleId),
        sql`coalesce(${alertEpisode.deviceId}, ${alertEpisode.connectorId}) = ${subject}`,
        eq(alertEpisode.path, path),
        gte(alertEpisode.openedAt, since),
        eq(alertEpisode.flappingSince, since),
      ),
    )
    // Each opening has counted those before it.
    .orderBy(desc(alertEpisode.openedAt))
    .limit(1)
  const names = [...new Set(episodes.map(({ name }) => name))]
  return { names, times: newest?.times ?? most.times ?? FLAPPING_OPENINGS, since }
}

/** The e-mail about a flapping rule; undefined for a person who is no longer to be notified. */
export async function writeFlapping({
  tx,
  deps,
  facts,
  texts,
  console,
}: Writing): Promise<Message | undefined> {
  const address = await addressOf({ tx, facts })
  if (!address) return undefined
  const { email, spaceId, alertId, space, language } = address
  const [found] = await tx
    .select()
    .from(alert)
    .where(and(eq(alert.spaceId, spaceId), eq(alert.id, alertId)))
  const flapping = found && (await readFlapping(tx, spaceId, alertId, facts.userId))
  if (!flapping) return undefined
  const { names, times, since } = flapping
  return {
    words: texts.alertFlapping({
      product: console.productName,
      email,
      space,
      rule: found.ruleName,
      names,
      times,
      since: timeText(since, language, facts.timezone),
    }),
    link: pageLink(deps, `/space/${spaceId}/alerts/${alertId}`),
  }
}

/** The e-mail about the alerts of an hour without e-mails of their own; undefined for a person who is no longer to be notified. */
export async function writeSummary({
  tx,
  deps,
  facts,
  texts,
  console,
}: Writing): Promise<Message | undefined> {
  const address = await addressOf({ tx, facts })
  if (!address) return undefined
  const { email, spaceId, alertId, space, language } = address
  const collected = await sayCollected(tx, spaceId, alertId, facts.writtenAt)
  if (!collected) return undefined
  const { from, to, rules, opened, ended } = collected
  const number = new Intl.NumberFormat(LOCALES[language])
  return {
    words: texts.alertSummary({
      product: console.productName,
      email,
      space,
      from: shortTime(from, language, facts.timezone),
      to: shortTime(to, language, facts.timezone),
      zone: knownZone(facts.timezone),
      opened,
      ended,
      rules: rules.slice(0, NAMED),
      others: Math.max(0, rules.length - NAMED),
      number: (value) => number.format(value),
    }),
    link: pageLink(deps, `/space/${spaceId}/alerts`),
  }
}
