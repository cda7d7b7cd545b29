import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { type Audience, type Condition, TOGETHER_SECONDS } from '#contract/alerts'
import { newId } from '../common/ids'
import { tellOfAlerts } from '../mail/alerts'

/** A rule, as who judges by it has read it. */
export interface Judging {
  spaceId: string
  ruleId: string
  ruleName: string
  condition: Condition
  judgedFrom: Date
}

/** What an alert is about: a device, or one of its values. */
export interface Subject {
  deviceId: string
  /** Empty where the device was not heard from. */
  path: string
}

/** What opens an alert. Times are milliseconds since 1970. */
export interface Opening extends Subject {
  at: number
  since: number
  worst: number | null
}

/** Whoever opens alerts of a rule does it alone, so that what belongs together is one alert. */
const ALONE = {
  name: 'alerts.alone',
  text: `select pg_advisory_xact_lock(hashtextextended($1::text, 27))`,
}

/** A rule that was changed since it was read, or is being changed, opens nothing; until the end nobody changes it. */
const HOLD = {
  name: 'alerts.hold',
  text: `
    select notify from alert_rule where space_id = $1 and id = $2 and enabled and judged_from = $3 for share`,
}

const NEAR = {
  name: 'alerts.near',
  text: `
    select id, (extract(epoch from opened_at) * 1000)::float8 as "from", (extract(epoch from grew_at) * 1000)::float8 as "to"
    from alert where space_id = $1 and rule_id = $2 and ended_at is null order by id desc`,
}

const SAVE_ALERTS = {
  name: 'alerts.save',
  text: `
    insert into alert (space_id, id, rule_id, rule_name, condition, notify, opened_at, grew_at)
    select $1, a.id, $2, $3, $4::jsonb, $5::jsonb, to_timestamp(a."from" / 1000), to_timestamp(a."to" / 1000)
    from json_to_recordset($6::json) as a (id uuid, "from" float8, "to" float8)
    on conflict (space_id, id) do update set grew_at = excluded.grew_at`,
}

const SAVE_EPISODES = {
  name: 'alerts.saveEpisodes',
  text: `
    insert into alert_episode (space_id, alert_id, id, rule_id, device_id, path, since, opened_at, worst)
    select $1, e."alertId", e.id, $2, e."deviceId", e.path, to_timestamp(e.since / 1000), to_timestamp(e.at / 1000), e.worst
    from json_to_recordset($3::json) as e ("alertId" uuid, id uuid, "deviceId" uuid, path text, since float8, at float8, worst float8)
    on conflict do nothing`,
}

/** An alert that is open, and the times between which its devices joined it. */
interface Outage {
  id: string
  from: number
  to: number
}

const TOGETHER = 1000 * TOGETHER_SECONDS

/** The alert that something belongs to which opened at a time: one that had another device shortly before or after. */
function outageOf(outages: Outage[], at: number, now: Date): Outage {
  const near = outages.find(({ from, to }) => at >= from - TOGETHER && at <= to + TOGETHER)
  const outage = near ?? { id: newId(now), from: at, to: at }
  if (!near) outages.push(outage)
  outage.to = Math.max(outage.to, at)
  return outage
}

/**
 * Opens alerts of a rule, in a transaction. What opens at about the same time is one alert, and joins one that is open.
 * @returns whether the rule is as it was read; else nothing was opened
 */
export async function openEpisodes(
  client: PoolClient,
  { spaceId, ruleId, ruleName, condition, judgedFrom }: Judging,
  openings: readonly Opening[],
  now: Date,
): Promise<boolean> {
  await client.query({ ...ALONE, values: [ruleId] })
  const held = await client.query<{ notify: Audience }>({ ...HOLD, values: [spaceId, ruleId, judgedFrom] })
  const [rule] = held.rows
  if (!rule) return false
  const { rows: open } = await client.query<Outage>({ ...NEAR, values: [spaceId, ruleId] })
  const outages = [...open]
  const episodes = openings
    .toSorted((a, b) => a.at - b.at)
    .map((opening) =>
      Object.assign({ id: newId(now), alertId: outageOf(outages, opening.at, now).id }, opening),
    )
  const grown = outages.filter(({ id }) => episodes.some(({ alertId }) => alertId === id))
  const said = [ruleName, JSON.stringify(condition), JSON.stringify(rule.notify)]
  const values = [spaceId, ruleId, ...said, JSON.stringify(grown)]
  await client.query({ ...SAVE_ALERTS, values })
  await client.query({ ...SAVE_EPISODES, values: [spaceId, ruleId, JSON.stringify(episodes)] })
  const opened = outages.flatMap((outage) => (open.includes(outage) ? [] : outage.id))
  await tellOfAlerts(drizzle(client), { now: () => now }, 'alertOpened', spaceId, opened)
  return true
}

/** What ends an alert of a subject. */
export interface Ending extends Subject {
  at: number
  worst: number | null
}

/** An alert ends with the last of what it is about. */
const END = {
  name: 'alerts.end',
  text: `
    with ended as (
      update alert_episode e
      set ended_at = greatest(e.opened_at, to_timestamp(g.at / 1000)), worst = coalesce(g.worst, e.worst)
      from json_to_recordset($3::json) as g ("deviceId" uuid, path text, at float8, worst float8)
      where e.space_id = $1 and e.rule_id = $2 and e.device_id = g."deviceId" and e.path = g.path and e.ended_at is null
      returning e.alert_id, e.id, e.ended_at
    )
    update alert a set ended_at = last.at
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
  await client.query({ ...ALONE, values: [ruleId] })
  const { rows: over } = await client.query<{ id: string }>({
    ...END,
    values: [spaceId, ruleId, JSON.stringify(endings)],
  })
  const ids = over.map(({ id }) => id)
  await tellOfAlerts(drizzle(client), { now: () => now }, 'alertEnded', spaceId, ids)
}
