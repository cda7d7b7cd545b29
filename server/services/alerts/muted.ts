import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../common/caller'
import { hasConnector } from './scope'

/** From when until when something is muted, in milliseconds since 1970. */
export type MutedTime = readonly [from: number, to: number]

/** Whether a mute for these rules, where none means all, applies to a rule. */
export const isAboutRule = (ruleIds: readonly string[], ruleId: string): boolean =>
  ruleIds.length === 0 || ruleIds.includes(ruleId)

/** SQL condition: a row `m` of `mute` applies to a rule. */
export const isMuteOfRule = (rule: string): string => `(m.rule_ids = '[]' or m.rule_ids ? ${rule}.id::text)`

/** SQL condition: a row `m` of `mute` applies to a rule and a connector. */
export const isMuteOfConnector = (rule: string, connector: string): string => `(
  m.space_id = ${connector}.space_id and ${isMuteOfRule(rule)} and ${hasConnector('m.scope', connector)})`

/** SQL condition: a mute `m` is active at a time. */
export const isOnAt = (at: string): string => `(m.starts_at <= ${at} and m.ends_at > ${at})`

/** The first unmuted moment from a time on. The mutes are in the order of their beginnings. */
export const firstUnmuted = (mutes: readonly MutedTime[], at: number): number =>
  mutes.reduce((moment, [from, to]) => (from <= moment && moment < to ? to : moment), at)

/** The caller, the space and the time of a request. */
export interface Asked {
  caller: Caller
  spaceId: string
  now: Date
}

/**
 * SQL of what is muted now, as tables of a `with`. A set of mutes is a string with one bit for each active mute, at its `place`. So each
 * scope is read once, and the mutes of one of many devices are found by `|` and `&`.
 * - `running`: the active mutes; `place` counts from 1, the last to end first, and `bit` is the set of the mute alone
 * - `muting`: one row with sets: `none`, `everything` of mutes of all devices and connectors, `every_rule` of those for all rules
 * - `subject_muted`: the devices and connectors that mutes name, that carry their tags, or are in their views, each with its set
 * - `rule_muted`: the rules that mutes name, each with its set
 * @param which of the mutes `m`
 */
export const mutedNow = (
  { spaceId, now }: Pick<Asked, 'spaceId' | 'now'>,
  which: SQL = sql`true`,
): SQL => sql`
  running as materialized (
    select m.*, row_number() over the_last as place,
      set_bit(repeat('0', (count(*) over ())::int)::bit varying, (row_number() over the_last)::int - 1, 1) as bit
    from mute m
    where m.space_id = ${spaceId} and m.starts_at <= ${now} and m.ends_at > ${now} and not m.is_past and ${which}
    window the_last as (order by m.ends_at desc, m.id)
  ), muting as materialized (
    select empty.set as none,
      empty.set | coalesce((select bit_or(bit) from running where scope->>'kind' = 'all'), empty.set) as everything,
      empty.set | coalesce((select bit_or(bit) from running where rule_ids = '[]'), empty.set) as every_rule
    from (select repeat('0', count(*)::int)::bit varying as set from running) empty
  ), tag_muted as materialized (
    select named.id::uuid as id, bit_or(m.bit) as mutes
    from running m cross join lateral jsonb_array_elements_text(m.scope->'tag_ids') as named (id) group by 1
  ), subject_muted as materialized (
    select one.id, bit_or(one.mutes) as mutes from (
      select named.id::uuid as id, m.bit as mutes from running m
        cross join lateral jsonb_array_elements_text(coalesce(m.scope->'device_ids', m.scope->'connector_ids')) as named (id)
      union all
      select t.device_id, g.mutes from device_tag t join tag_muted g on g.id = t.tag_id where t.space_id = ${spaceId}
      union all
      select t.connector_id, g.mutes from connector_tag t join tag_muted g on g.id = t.tag_id where t.space_id = ${spaceId}
      union all
      select v.device_id, m.bit from running m
        join view_device v on v.space_id = ${spaceId} and v.view_id = (m.scope->>'view_id')::uuid
    ) one group by one.id
  ), rule_muted as materialized (
    select named.id::uuid as id, bit_or(m.bit) as mutes
    from running m cross join lateral jsonb_array_elements_text(m.rule_ids) as named (id) group by 1
  )`

/** SQL that joins what mutes an episode `e`: its device or connector as `s`, its rule as `r`, and `muting` as `g`. */
export const JOIN_MUTED = sql`
  cross join muting g
  left join subject_muted s on s.id = coalesce(e.device_id, e.connector_id)
  left join rule_muted r on r.id = e.rule_id`

/** SQL of the mutes of an episode, besides what `JOIN_MUTED` has joined. */
export const MUTES = sql`(
  (g.everything | coalesce(s.mutes, g.none)) & (g.every_rule | coalesce(r.mutes, g.none)))`
