import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { type AudienceInput, type Condition, type Joined, join, outageOf } from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { newId } from '../common/ids'
import { tellOfAlerts } from './tell'

/** A rule, as who judges by it has read it. */
export interface Judging {
  spaceId: string
  ruleId: string
  ruleName: string
  condition: Condition
  judgedFrom: Date
}

/** What an alert is about: a device, or one of its values. */
export interface DeviceSubject {
  deviceId: string
  connectorId?: null
  /** Empty where the device was not heard from. */
  path: string
}

/** A connector that an alert is about. */
export interface ConnectorSubject {
  deviceId?: null
  connectorId: string
  path: ''
}

/** What an alert is about. */
export type Subject = DeviceSubject | ConnectorSubject

/** The id of the device, or of the connector. */
export const idOf = ({ deviceId, connectorId }: Subject): string => deviceId ?? connectorId

/** What opens an alert. Times are milliseconds since 1970. */
export type Opening = Subject & {
  at: number
  since: number
  /** When it ended, where that is known already. */
  endedAt?: number | null
  worst: number | null
}

/** What ends an alert of a subject. */
export type Ending = Subject & {
  at: number
  worst: number | null
}

/** Where a rule is in the locks of the database. */
const lockOf = (ruleId: string): SQL => sql`hashtextextended(lower(${ruleId}), 27)`

/**
 * Waits until nobody else opens or ends alerts of a rule, until the transaction ends: what belongs together is one alert. It comes
 * before the rule's row.
 */
export async function holdRule(tx: Queryable, ruleId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(ruleId)})`)
}

/** The same without waiting. @returns false when somebody else works on them now */
export async function tryHoldRule(tx: Queryable, ruleId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isAlone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOf(ruleId)}) as "isAlone"`,
  )
  return rows[0]?.isAlone ?? false
}

/** A rule that was changed since it was read, or is being changed, opens nothing; until the end nobody changes it. */
const HOLD = {
  name: 'alerts.hold',
  text: `
    select notify, urgent from alert_rule where space_id = $1 and id = $2 and enabled and judged_from = $3 for share`,
}

const NEAR = {
  name: 'alerts.near',
  text: `
    select id, (extract(epoch from opened_at) * 1000)::float8 as "from", (extract(epoch from grew_at) * 1000)::float8 as "to"
    from alert where space_id = $1 and rule_id = $2 and ended_at is null order by id desc`,
}

/** One that is over already was never open for anybody. */
const SAVE_ALERTS = {
  name: 'alerts.save',
  text: `
    insert into alert (space_id, id, rule_id, rule_name, condition, notify, urgent, opened_at, grew_at, ended_at)
    select $1, a.id, $2, $3, $4::jsonb, $5::jsonb, $6, to_timestamp(a."from" / 1000), to_timestamp(a."to" / 1000),
      to_timestamp(a."endedAt" / 1000)
    from json_to_recordset($7::json) as a (id uuid, "from" float8, "to" float8, "endedAt" float8)
    on conflict (space_id, id) do update set opened_at = excluded.opened_at, grew_at = excluded.grew_at`,
}

const SAVE_EPISODES = {
  name: 'alerts.saveEpisodes',
  text: `
    insert into alert_episode (space_id, alert_id, id, rule_id, device_id, connector_id, path, since, opened_at, ended_at, worst)
    select $1, e."alertId", e.id, $2, e."deviceId", e."connectorId", e.path, to_timestamp(e.since / 1000), to_timestamp(e.at / 1000),
      to_timestamp(e."endedAt" / 1000), e.worst
    from json_to_recordset($3::json) as e (
      "alertId" uuid, id uuid, "deviceId" uuid, "connectorId" uuid, path text, since float8, at float8, "endedAt" float8, worst float8)
    on conflict do nothing`,
}

/** An alert, and the times between which its devices joined it. */
interface Outage extends Joined {
  id: string
  /** Of a new one whose devices are all well again: when the last of them was. */
  endedAt?: number | null
}

/** Puts what opened into alerts: into those that are open, or into new ones. */
function group(open: readonly Outage[], openings: readonly Opening[], now: Date) {
  const known = [...open]
  const grown = new Set<Outage>()
  const episodes = openings
    .toSorted((a, b) => a.at - b.at)
    .map((opening) => {
      const { at, endedAt = null } = opening
      let outage = outageOf(known, at)
      if (!outage) known.push((outage = { id: newId(now), from: at, to: at, endedAt: -Infinity }))
      join(outage, at)
      if (typeof outage.endedAt === 'number')
        outage.endedAt = endedAt === null ? null : Math.max(outage.endedAt, endedAt)
      grown.add(outage)
      return Object.assign({ id: newId(now), alertId: outage.id }, opening)
    })
  return { episodes, grown: [...grown] }
}

/**
 * Opens alerts of a rule, in a transaction. What opens at about the same time is one alert, and joins one that is open. Nobody is
 * told of what is over already.
 * @returns whether the rule is as it was read; else nothing was opened
 */
export async function openEpisodes(
  client: PoolClient,
  { spaceId, ruleId, ruleName, condition, judgedFrom }: Judging,
  openings: readonly Opening[],
  now: Date,
): Promise<boolean> {
  await holdRule(drizzle(client), ruleId)
  const held = await client.query<{ notify: AudienceInput; urgent: boolean }>({
    ...HOLD,
    values: [spaceId, ruleId, judgedFrom],
  })
  const [rule] = held.rows
  if (!rule) return false
  const { rows: open } = await client.query<Outage>({ ...NEAR, values: [spaceId, ruleId] })
  const { episodes, grown } = group(open, openings, now)
  const said = [ruleName, JSON.stringify(condition), JSON.stringify(rule.notify), rule.urgent]
  const values = [spaceId, ruleId, ...said, JSON.stringify(grown)]
  await client.query({ ...SAVE_ALERTS, values })
  await client.query({ ...SAVE_EPISODES, values: [spaceId, ruleId, JSON.stringify(episodes)] })
  const isNew = ({ id, endedAt }: Outage) => endedAt === null && !open.some((one) => one.id === id)
  const opened = grown.filter(isNew).map(({ id }) => id)
  await tellOfAlerts(drizzle(client), 'opened', spaceId, opened, now)
  return true
}

/** An alert ends with the last of what it is about. */
const END = {
  name: 'alerts.end',
  text: `
    with ended as (
      update alert_episode e
      set ended_at = greatest(e.opened_at, to_timestamp(g.at / 1000)), worst = coalesce(g.worst, e.worst)
      from json_to_recordset($3::json) as g ("deviceId" uuid, "connectorId" uuid, path text, at float8, worst float8)
      where e.space_id = $1 and e.rule_id = $2 and coalesce(e.device_id, e.connector_id) = coalesce(g."deviceId", g."connectorId")
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

/** Ends what is open of a rule, in a transaction. */
export async function endEpisodes(
  client: PoolClient,
  { spaceId, ruleId }: Pick<Judging, 'spaceId' | 'ruleId'>,
  endings: readonly Ending[],
  now: Date,
): Promise<void> {
  await holdRule(drizzle(client), ruleId)
  const { rows: over } = await client.query<{ id: string }>({
    ...END,
    values: [spaceId, ruleId, JSON.stringify(endings)],
  })
  const ids = over.map(({ id }) => id)
  await tellOfAlerts(drizzle(client), 'ended', spaceId, ids, now)
}
