import type { Pool, PoolClient } from 'pg'
import { type Change, isOfConnectors, NO_RHYTHM, type Rhythm } from '#contract/alerts'
import { notMoved } from '../../common/visibility'
import { type EvaluatedRule, idOf, type Opening, openEpisodes, type Subject } from '../episodes'
import { isMuteOfRule, isOnAt } from '../muted'
import { isInScope, namedIn } from '../scope'

/** Milliseconds that a message may take until it is stored. */
export const STORING = 5000

/** A rule that a round evaluates, the time of the round, and since when rounds have run without a long pause. */
export interface RuleRound<Of extends EvaluatedRule['condition']> {
  rule: EvaluatedRule & { condition: Of }
  now: Date
  back: Date
}

/**
 * SQL that joins to the rule `$2` of the space `$1` the devices in its scope, each with its contact. The scope may name many devices: it is
 * unpacked once, not for each device.
 */
export const DEVICES_OF_RULE = `
  (select space_id, scope || '{}' as scope from alert_rule where space_id = $1 and id = $2 offset 0) r
  join device d on d.space_id = r.space_id
  join device_contact k on k.space_id = d.space_id and k.device_id = d.id`
export const IS_DEVICE_OF_RULE = `
  d.space_id = $1 and k.space_id = $1 and ${notMoved('d')} and ${isInScope('r.scope', 'd')}`

/** SQL condition: the rule has an open alert of the device `d`. */
export const isOpen = (path: string): string => `exists (
  select from alert_episode e
  where e.space_id = $1 and e.rule_id = $2 and e.device_id = d.id and e.path = ${path} and e.ended_at is null)`

/** SQL of a time in milliseconds since 1970. */
export const millis = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`

/** The opening of an episode of a subject. */
export type Found = Subject & Omit<Extract<Change, { kind: 'opened' }>, 'kind'>

/** The openings among the changes of a step. */
export const openedIn = (subject: Subject, changes: readonly Change[]): Found[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'opened') return []
    const { at, since, worst } = change
    return { ...subject, at, since, worst }
  })

const MUTED_BY_VIEW = `
        union all
        select v.device_id, a."isNow", a.until from about a
          join view_device v on v.space_id = $1 and v.view_id = (a.scope->>'view_id')::uuid and v.device_id = any($3::uuid[])`

/** Devices or connectors that are muted for the rule, or were until a time. Each scope is read once. */
const mutedOf = (table: 'device' | 'connector') => ({
  name: `alerts.muted.${table}`,
  text: `
    with about as materialized (
      select ${isOnAt('$4')} as "isNow", case when m.ends_at <= $4 then m.ends_at end as until, m.scope
      from mute m join alert_rule r on r.space_id = m.space_id
      where m.space_id = $1 and r.space_id = $1 and r.id = $2 and ${isMuteOfRule('r')}
    ), tagged as (
      select n.id, bool_or(a."isNow") as "isNow", max(a.until) as until
      from about a cross join lateral ${namedIn('a.scope', 'tag_ids')} n group by n.id
    ), each as (
      select one.id, bool_or(one."isNow") as "isNow", max(one.until) as until from (
        select n.id, a."isNow", a.until from about a cross join lateral ${namedIn('a.scope', `${table}_ids`)} n
        union all
        select t.${table}_id, g."isNow", g.until from tagged g join ${table}_tag t on t.space_id = $1 and t.tag_id = g.id
        ${table === 'device' ? MUTED_BY_VIEW : ''}
      ) one where one.id = any($3::uuid[]) group by one.id
    ), every as (
      select coalesce(bool_or(a."isNow"), false) as "isNow", max(a.until) as until from about a where a.scope->>'kind' = 'all'
    )
    select one.id, every."isNow" or coalesce(each."isNow", false) as "isNow", ${millis('greatest(every.until, each.until)')} as until
    from unnest($3::uuid[]) one (id) cross join every left join each on each.id = one.id
    where every."isNow" or every.until is not null or each.id is not null`,
})
const MUTED_DEVICES = mutedOf('device')
const MUTED_CONNECTORS = mutedOf('connector')

interface Muted {
  id: string
  isNow: boolean
  /** When its last mute ended; null without one. */
  until: number | null
}

/**
 * Opens episodes for what is found now and not muted. If it was so before the rule began or a mute ended, the episode begins at that time.
 */
export async function openAlerts(
  client: PoolClient,
  rule: EvaluatedRule,
  found: readonly Found[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return
  const began = rule.judgedFrom.getTime()
  const statement = isOfConnectors(rule.condition) ? MUTED_CONNECTORS : MUTED_DEVICES
  const values = [rule.spaceId, rule.ruleId, found.map(idOf), now]
  const { rows } = await client.query<Muted>({ ...statement, values })
  const muted = new Map(rows.map((row) => [row.id, row]))
  const openings = found.flatMap((one): Opening[] => {
    const { isNow = false, until } = muted.get(idOf(one)) ?? {}
    return isNow ? [] : [{ ...one, at: Math.max(one.at, began, until ?? 0) }]
  })
  if (openings.length > 0) await openEpisodes(client, rule, openings, now)
}

/** Usual intervals of devices that have one. */
const RHYTHMS = {
  name: 'alerts.rhythms',
  text: `
    select device_id as "deviceId", usual_interval as usual, extract(epoch from late_at - contact_at)::float8 as late
    from device_contact where space_id = $1 and device_id = any($2::uuid[]) and usual_interval is not null`,
}

/** The rhythm of each of these devices. */
export async function readRhythms(
  client: Pool | PoolClient,
  spaceId: string,
  deviceIds: readonly string[],
): Promise<(deviceId: string) => Rhythm> {
  const { rows } = await client.query<Rhythm & { deviceId: string }>({
    ...RHYTHMS,
    values: [spaceId, deviceIds],
  })
  const rhythms = new Map(
    rows.map(({ deviceId, usual, late }): [string, Rhythm] => [deviceId, { usual, late }]),
  )
  return (deviceId) => rhythms.get(deviceId) ?? NO_RHYTHM
}
