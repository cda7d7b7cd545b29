import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import {
  type AudienceInput,
  alertAt,
  type Condition,
  type EarlierOpening,
  type EscalationStep,
  FLAPPING_LOOK_BACK,
  flappingAt,
  type Joined,
  joinAlert,
} from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { newId } from '../common/ids'
import { keepSpace } from '../resources/spaceNames'
import { notifyAudience, notifyOfJoined } from './notifyAudience'

/** A rule as the code that evaluates it has read it. */
export interface EvaluatedRule {
  spaceId: string
  ruleId: string
  ruleName: string
  condition: Condition
  judgedFrom: Date
}

/** Subject of an episode: a device or one of its values. */
interface DeviceSubject {
  deviceId: string
  connectorId?: null
  /** Empty if the episode is not about a value. */
  path: string
}

/** Subject of an episode: a connector. */
export interface ConnectorSubject {
  deviceId?: null
  connectorId: string
  path: ''
}

/** Subject of an episode. */
export type Subject = DeviceSubject | ConnectorSubject

/** The id of the device or the connector. */
export const idOf = ({ deviceId, connectorId }: Subject): string => deviceId ?? connectorId

/** The opening of an episode. Times are milliseconds since 1970. */
export type Opening = Subject & {
  at: number
  since: number
  /** When it ended, if that is known already. */
  endedAt?: number | null
  worst: number | null
}

/** The end of the episode of a subject. */
export type Ending = Subject & {
  at: number
  worst: number | null
}

/** Key of a rule's advisory lock. */
const lockOf = (ruleId: SQLWrapper): SQL => sql`hashtextextended(lower(${ruleId}), 27)`

/**
 * Locks the episodes of rules until the transaction ends, so that episodes that belong together become one alert. Call it before the rows
 * of the rules are locked. Locks are taken in the order of the ids, so that there is no deadlock.
 */
export async function holdRules(tx: Queryable, ruleIds: readonly string[]): Promise<void> {
  const ids = [...new Set(ruleIds)].toSorted()
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockOf(sql`id`)}) from unnest(${sql.param(ids)}::text[]) as r (id)`,
  )
}

/** Locks a rule without waiting. @returns false if another transaction has the lock */
export async function tryHoldRule(tx: Queryable, ruleId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isAlone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOf(sql`${ruleId}`)}) as "isAlone"`,
  )
  return rows[0]?.isAlone ?? false
}

/** Locks rules that are still as they were read; a rule that was or is being changed opens nothing. */
const HOLD = {
  name: 'alerts.hold',
  text: `
    select r.id as "ruleId", r.notify, r.escalation, r.urgent
    from unnest($2::uuid[], $3::timestamptz[]) as h (id, judged_from) join alert_rule r on r.id = h.id and r.judged_from = h.judged_from
    where r.space_id = $1 and r.enabled order by r.id for share of r`,
}

const NEAR = {
  name: 'alerts.near',
  text: `
    select rule_id as "ruleId", id, (extract(epoch from opened_at) * 1000)::float8 as "from", (extract(epoch from grew_at) * 1000)::float8 as "to"
    from alert where space_id = $1 and rule_id = any($2::uuid[]) and ended_at is null order by id desc`,
}

/** An alert that has already ended was never open for anyone. */
const SAVE_ALERTS = {
  name: 'alerts.save',
  text: `
    insert into alert (space_id, id, rule_id, rule_name, condition, notify, escalation, urgent, since, opened_at, grew_at, ended_at)
    select $1, a.id, r.id, r.name, r.condition, r.notify, r.escalation, r.urgent, to_timestamp(a.since / 1000), to_timestamp(a."from" / 1000),
      to_timestamp(a."to" / 1000), to_timestamp(a."endedAt" / 1000)
    from json_to_recordset($2::json) as a (id uuid, "ruleId" uuid, since float8, "from" float8, "to" float8, "endedAt" float8)
    join json_to_recordset($3::json) as r (id uuid, name text, condition jsonb, notify jsonb, escalation jsonb, urgent boolean) on r.id = a."ruleId"
    on conflict (space_id, id) do update
    set since = least(alert.since, excluded.since), opened_at = excluded.opened_at, grew_at = excluded.grew_at`,
}

const SAVE_EPISODES = {
  name: 'alerts.saveEpisodes',
  text: `
    insert into alert_episode (space_id, alert_id, id, rule_id, device_id, connector_id, path, since, opened_at, ended_at, worst, flaps,
      flapping_since)
    select $1, e."alertId", e.id, e."ruleId", e."deviceId", e."connectorId", e.path, to_timestamp(e.since / 1000),
      to_timestamp(e.at / 1000), to_timestamp(e."endedAt" / 1000), e.worst, (e.flapping->>'times')::int,
      to_timestamp((e.flapping->>'since')::float8 / 1000)
    from json_to_recordset($2::json) as e (
      "ruleId" uuid, "alertId" uuid, id uuid, "deviceId" uuid, "connectorId" uuid, path text, since float8, at float8, "endedAt" float8,
      worst float8, flapping json)
    on conflict do nothing`,
}

/** The last two openings of subjects by rules as they are now, of which people were notified. */
const EARLIER = {
  name: 'alerts.earlier',
  text: `
    select s.key, (extract(epoch from e.opened_at) * 1000)::float8 as at, e.flaps as times,
      (extract(epoch from e.flapping_since) * 1000)::float8 as since
    from json_to_recordset($2::json) as s (key text, "ruleId" uuid, subject uuid, path text, "from" float8) cross join lateral (
      select e.opened_at, e.flaps, e.flapping_since from alert_episode e join alert a on a.space_id = e.space_id and a.id = e.alert_id
      where e.space_id = $1 and e.rule_id = s."ruleId" and coalesce(e.device_id, e.connector_id) = s.subject and e.path = s.path
        and e.opened_at >= to_timestamp(s."from" / 1000) and a.notified_at is not null
      order by e.opened_at desc limit 2
    ) e
    order by s.key, e.opened_at desc`,
}

const QUIET = {
  name: 'alerts.quiet',
  text: `
    select a.id from unnest($2::uuid[]) as a (id)
    where not exists (select from alert_episode e where e.space_id = $1 and e.alert_id = a.id and e.flaps is null)`,
}

type Episode = Opening & { id: string; alertId: string; ruleId: string; judgedFrom: Date }

/**
 * Adds to new episodes, in the order of their openings, how they flap.
 * @param notified ids of the alerts of which people are notified
 */
async function withFlapping(
  client: PoolClient,
  spaceId: string,
  episodes: readonly Episode[],
  notified: ReadonlySet<string>,
) {
  const keyed = episodes.map((episode) => {
    const { ruleId, judgedFrom, path, at } = episode
    const subject = idOf(episode)
    const from = Math.max(judgedFrom.getTime(), at - FLAPPING_LOOK_BACK)
    return { episode, of: { key: `${ruleId} ${subject} ${path}`, ruleId, subject, path, from } }
  })
  // The first opening of a subject looks back the furthest.
  const subjects = new Map(keyed.toReversed().map(({ of }) => [of.key, of]))
  const { rows } = await client.query<{
    key: string
    at: number
    times: number | null
    since: number | null
  }>({
    ...EARLIER,
    values: [spaceId, JSON.stringify([...subjects.values()])],
  })
  const earlier = new Map<string, EarlierOpening[]>([...subjects.keys()].map((key) => [key, []]))
  for (const { key, at, times, since } of rows)
    earlier.get(key)?.push({ at, flapping: times === null || since === null ? null : { times, since } })
  return keyed.map(({ episode, of }) => {
    const before = earlier.get(of.key) ?? []
    const flapping = flappingAt(episode.at, before)
    if (notified.has(episode.alertId)) before.unshift({ at: episode.at, flapping })
    return Object.assign({ flapping }, episode)
  })
}

/** Of some alerts those that have only flapping episodes. */
async function onlyFlapping(client: PoolClient, spaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<{ id: string }>({ ...QUIET, values: [spaceId, ids] })
  return rows.map(({ id }) => id)
}

/** An alert, and the times between which its devices joined it. */
interface OpenAlert extends Joined {
  id: string
  /** Since when the episodes that join it now have been open. */
  since?: number
  /** For a new alert whose devices have all recovered: when the last one did. */
  endedAt?: number | null
}

/** Groups openings into alerts: open ones, or new ones. */
function group(open: readonly OpenAlert[], openings: readonly Opening[], now: Date) {
  const known = [...open]
  const grown = new Set<OpenAlert>()
  const episodes = openings
    .toSorted((a, b) => a.at - b.at)
    .map((opening) => {
      const { at, since, endedAt = null } = opening
      let alert = alertAt(known, at)
      if (!alert) known.push((alert = { id: newId(now), from: at, to: at, endedAt: -Infinity }))
      joinAlert(alert, at)
      alert.since = Math.min(alert.since ?? since, since)
      if (typeof alert.endedAt === 'number')
        alert.endedAt = endedAt === null ? null : Math.max(alert.endedAt, endedAt)
      grown.add(alert)
      return Object.assign({ id: newId(now), alertId: alert.id }, opening)
    })
  return { episodes, grown: [...grown] }
}

/** Episodes of a rule that open and end. */
export interface Changes {
  rule: EvaluatedRule
  openings: readonly Opening[]
  endings: readonly Ending[]
}

/** Opens episodes of rules of a space, which are locked. @returns ids of rules that were changed meanwhile; they opened nothing */
async function openAll(
  client: PoolClient,
  spaceId: string,
  changes: readonly Changes[],
  now: Date,
): Promise<Set<string>> {
  const opening = changes.filter(({ openings }) => openings.length > 0)
  if (opening.length === 0) return new Set()
  const ids = opening.map(({ rule }) => rule.ruleId)
  const held = await client.query<{
    ruleId: string
    notify: AudienceInput
    escalation: EscalationStep[]
    urgent: boolean
  }>({
    ...HOLD,
    values: [spaceId, ids, opening.map(({ rule }) => rule.judgedFrom)],
  })
  const { rows: open } = await client.query<OpenAlert & { ruleId: string }>({
    ...NEAR,
    values: [spaceId, ids],
  })
  const audiences = new Map(held.rows.map(({ ruleId, ...others }) => [ruleId, others]))
  const grouped = opening.flatMap(({ rule, openings }) => {
    const audience = audiences.get(rule.ruleId)
    if (!audience) return []
    const { ruleId, ruleName, condition, judgedFrom } = rule
    const { episodes, grown } = group(
      open.filter((one) => one.ruleId === ruleId),
      openings,
      now,
    )
    return {
      said: { id: ruleId, name: ruleName, condition, ...audience },
      grown: grown.map((alert) => Object.assign(alert, { ruleId })),
      episodes: episodes.map((episode) => Object.assign(episode, { ruleId, judgedFrom })),
    }
  })
  const grown = grouped.flatMap((one) => one.grown)
  const said = grouped.map((one) => one.said)
  const before = new Set(open.map(({ id }) => id))
  const opened = grown.flatMap(({ id, endedAt }) => (endedAt === null && !before.has(id) ? id : []))
  const episodes = await withFlapping(
    client,
    spaceId,
    grouped.flatMap((one) => one.episodes),
    new Set([...before, ...opened]),
  )
  const steady = episodes.flatMap(({ alertId, flapping, endedAt = null }) =>
    flapping === null && endedAt === null && before.has(alertId) ? alertId : [],
  )
  const tx = drizzle(client)
  // Before the alerts are locked, as in notifying.
  await notifyOfJoined(tx, spaceId, await onlyFlapping(client, spaceId, [...new Set(steady)]), now)
  await client.query({ ...SAVE_ALERTS, values: [spaceId, JSON.stringify(grown), JSON.stringify(said)] })
  await client.query({ ...SAVE_EPISODES, values: [spaceId, JSON.stringify(episodes)] })
  await notifyAudience(tx, 'opened', spaceId, opened, now)
  return new Set(ids.filter((id) => !audiences.has(id)))
}

/** An alert ends with the last of its episodes. */
const END = {
  name: 'alerts.end',
  text: `
    with ended as (
      update alert_episode e
      set ended_at = greatest(e.opened_at, to_timestamp(g.at / 1000)), worst = coalesce(g.worst, e.worst)
      from json_to_recordset($2::json) as g (
        "ruleId" uuid, "deviceId" uuid, "connectorId" uuid, path text, at float8, worst float8)
      where e.space_id = $1 and e.rule_id = g."ruleId" and coalesce(e.device_id, e.connector_id) = coalesce(g."deviceId", g."connectorId")
        and e.path = g.path and e.ended_at is null
      returning e.alert_id, e.id, e.ended_at
    )
    update alert a set ended_at = greatest(last.at, (
      select max(other.ended_at) from alert_episode other where other.space_id = $1 and other.alert_id = a.id))
    from (select alert_id, max(ended_at) as at from ended group by alert_id) last
    where a.space_id = $1 and a.id = last.alert_id and a.ended_at is null and not exists (
      select from alert_episode other where other.space_id = $1 and other.alert_id = a.id and other.ended_at is null
        and other.id not in (select id from ended))
    returning a.id`,
}

/** Ends open episodes of rules of a space, which are locked. */
async function endAll(
  client: PoolClient,
  spaceId: string,
  changes: readonly Changes[],
  now: Date,
): Promise<void> {
  const endings = changes.flatMap(({ rule: { ruleId }, endings: own }) =>
    own.map((ending) => Object.assign({ ruleId }, ending)),
  )
  if (endings.length === 0) return
  const { rows: over } = await client.query<{ id: string }>({
    ...END,
    values: [spaceId, JSON.stringify(endings)],
  })
  const ids = over.map(({ id }) => id)
  await notifyAudience(drizzle(client), 'ended', spaceId, ids, now)
}

/**
 * Ends and then opens episodes of rules of a space, in a transaction. Episodes of a rule that open at about the same time are one alert,
 * and join an open one. Nobody is notified of an alert that has already ended.
 * @returns ids of rules that were changed since they were read; they opened nothing
 */
export async function changeEpisodes(
  client: PoolClient,
  spaceId: string,
  changes: readonly Changes[],
  now: Date,
): Promise<Set<string>> {
  const changing = changes.filter(({ openings, endings }) => openings.length + endings.length > 0)
  if (changing.length === 0) return new Set()
  const ids = changing.map(({ rule }) => rule.ruleId)
  const tx = drizzle(client)
  if (!(await keepSpace(tx, spaceId))) return new Set(ids)
  await holdRules(tx, ids)
  await endAll(client, spaceId, changing, now)
  return openAll(client, spaceId, changing, now)
}

/** Opens episodes of one rule. */
export async function openEpisodes(
  client: PoolClient,
  rule: EvaluatedRule,
  openings: readonly Opening[],
  now: Date,
): Promise<void> {
  await changeEpisodes(client, rule.spaceId, [{ rule, openings, endings: [] }], now)
}

/** Ends open episodes of one rule. */
export async function endEpisodes(
  client: PoolClient,
  rule: EvaluatedRule,
  endings: readonly Ending[],
  now: Date,
): Promise<void> {
  await changeEpisodes(client, rule.spaceId, [{ rule, openings: [], endings }], now)
}
