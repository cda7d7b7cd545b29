import { and, eq, gte, isNotNull, sql } from 'drizzle-orm'

import { FLAPPING_OPENINGS } from '#contract/alerts'
import { knownZone } from '#contract/common'
import type { Queryable } from '../../../db/database'
import { alert } from '../../../db/schema'
import { sayCollected } from '../../notices/hours'
import type { Message, Writing } from '../compose'
import { pageLink } from '../links'
import { LOCALES, shortTime, timeText } from '../time'
import { addressOf } from './alerts'

/** Rules that the e-mail about an hour names. */
const NAMED = 20

/** How often a rule opened, and since when: from the first of the openings by which it was flapping. */
async function countOpenings(tx: Queryable, spaceId: string, { id, ruleId }: typeof alert.$inferSelect) {
  const isOfRule = and(eq(alert.spaceId, spaceId), eq(alert.ruleId, ruleId), isNotNull(alert.notifiedAt))
  const [first] = await tx
    .select({ id: alert.id, openedAt: alert.openedAt })
    .from(alert)
    .where(and(isOfRule, sql`${alert.id} <= ${id}`))
    .orderBy(sql`${alert.id} desc`)
    .offset(FLAPPING_OPENINGS - 1)
    .limit(1)
  if (!first) return undefined
  return { times: await tx.$count(alert, and(isOfRule, gte(alert.id, first.id))), since: first.openedAt }
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
  const counted = found && (await countOpenings(tx, spaceId, found))
  if (!counted) return undefined
  const { times, since } = counted
  return {
    words: texts.alertFlapping({
      product: console.productName,
      email,
      space,
      rule: found.ruleName,
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
