import type { PoolClient } from 'pg'
import { type AlertState, type Heard, isOfValue, STATE, step, type ValueCondition } from '#contract/alerts'
import { patternOf, type Reading } from '#contract/series'
import type { OneDevice } from '../devices/hold'
import { type Ending, endEpisodes, type Judging, type Opening, openEpisodes, type Subject } from './episodes'
import { firstUnmuted, isMuteOfRule, type MutedTime } from './muted'
import { isInScope, judgesValues } from './scope'
import { millis } from './turn'

/** The rules about a device. Whom a mute is about is read once, for it may be long. A rule forgets a device that it was not about in between, and an alert that was ended by somebody else. */
const RULES = {
  name: 'alerts.ofValues',
  text: `
    with rule as (
      select r.id, r.name, r.condition, r.judged_from from alert_rule r
      where r.space_id = $1 and r.enabled and ${judgesValues('r.condition')} and exists (
        select from device d where d.space_id = $1 and d.id = $2 and d.moved_at is null and ${isInScope('r.scope', 'd')})
    ), forgotten as (
      delete from alert_state where space_id = $1 and device_id = $2 and rule_id not in (select id from rule)
    ), muting as materialized (
      select m.rule_ids || '[]' as rule_ids, m.starts_at, m.ends_at from mute m join device d on d.space_id = m.space_id and d.id = $2
      where m.space_id = $1 and ${isInScope('m.scope', 'd')} and m.ends_at > least($3::timestamptz, (
        select min(withheld_at) from alert_state where space_id = $1 and device_id = $2))
    )
    select r.id as "ruleId", r.name as "ruleName", r.condition, r.judged_from as "judgedFrom", s.states, s.withheld, m.mutes
    from rule r cross join lateral (
      select coalesce(json_object_agg(s.path, s.state), '{}') as states,
        coalesce(json_object_agg(s.path, ${millis('s.withheld_at')}) filter (where s.withheld_at is not null), '{}') as withheld,
        min(s.withheld_at) as first
      from alert_state s
      where s.space_id = $1 and s.rule_id = r.id and s.device_id = $2 and s.judged_from = r.judged_from
        and (s.state->>'openedAt' is null or exists (
          select from alert_episode e
          where e.space_id = $1 and e.rule_id = r.id and e.device_id = $2 and e.path = s.path and e.ended_at is null))
    ) s cross join lateral (
      select coalesce(json_agg(json_build_array(${millis('m.starts_at')}, ${millis('m.ends_at')}) order by m.starts_at), '[]') as mutes
      from muting m where m.ends_at > least($3::timestamptz, s.first) and ${isMuteOfRule('r')}
    ) m
    order by r.id`,
}

const SAVE = {
  name: 'alerts.saveStates',
  text: `
    insert into alert_state (space_id, rule_id, device_id, path, judged_from, state, withheld_at)
    select $1, $2, $3, s.path, $4, s.state, to_timestamp(s.withheld / 1000)
    from json_to_recordset($5::json) as s (path text, state jsonb, withheld float8)
    where exists (select from alert_rule r where r.space_id = $1 and r.id = $2 and r.judged_from = $4)
    on conflict (space_id, rule_id, device_id, path) do update
    set judged_from = excluded.judged_from, state = excluded.state, withheld_at = excluded.withheld_at`,
}

/** The value that is furthest beyond, of alerts that stay open. */
const WORSEN = {
  name: 'alerts.worsen',
  text: `
    update alert_episode e set worst = w.worst from json_to_recordset($4::json) as w (path text, worst float8)
    where e.space_id = $1 and e.rule_id = $2 and e.device_id = $3 and e.path = w.path and e.ended_at is null
      and e.worst is distinct from w.worst`,
}

interface Rule extends Omit<Judging, 'spaceId'> {
  states: Record<string, AlertState>
  /** Since when values are beyond whose device is muted, in milliseconds since 1970. */
  withheld: Record<string, number>
  mutes: MutedTime[]
}

/** Milliseconds that the clock of a device may be ahead; a value of later has no alert. */
const AHEAD = 60_000

/** What a rule makes of one value of a device. */
class Follower {
  readonly openings: Opening[] = []
  readonly endings: Ending[] = []
  #open: Opening | undefined

  constructor(
    readonly rule: Pick<Rule, 'mutes'> & { condition: ValueCondition },
    readonly subject: Subject,
    readonly now: number,
    /** What is remembered of it. */
    public state: AlertState,
    /** Since when it is beyond, and its device is muted. */
    public withheld: number | null,
  ) {
    if (state.since === null || state.openedAt !== null) this.withheld = null
  }

  hear(heard: Heard) {
    this.goOn(heard.at)
    const next = step(this.rule.condition, this.state, { now: heard.at, heard })
    this.state = next.state
    for (const change of next.changes) {
      if (change.kind === 'ended') this.#end(change)
      else if (this.#isMutedAt(change.at)) this.#withhold(change.at)
      else this.#begin(change)
    }
    if (this.state.since === null) this.withheld = null
  }

  /** Opens what was withheld, and is still so, if its last mute has ended until then. */
  goOn(until: number) {
    if (this.withheld === null || this.#isMutedAt(this.now)) return
    const at = firstUnmuted(this.rule.mutes, this.withheld)
    if (at > until) return
    const { since, worst } = this.state
    this.state = { ...this.state, openedAt: at }
    this.withheld = null
    this.#begin({ at, since: since ?? at, worst })
  }

  /** Tells the value that was furthest beyond. */
  finish() {
    if (this.#open) this.#open.worst = this.state.worst
  }

  /** Nothing opens during a mute, also what was so before it. */
  #isMutedAt(at: number) {
    const isAt = (time: number) => firstUnmuted(this.rule.mutes, time) > time
    return isAt(at) || isAt(this.now)
  }

  #withhold(at: number) {
    this.state = { ...this.state, openedAt: null }
    this.withheld ??= firstUnmuted(this.rule.mutes, at) > at ? at : this.now
  }

  #begin(change: Pick<Opening, 'at' | 'since' | 'worst'>) {
    this.openings.push((this.#open = Object.assign({}, this.subject, change)))
  }

  #end({ at, worst }: Pick<Ending, 'at' | 'worst'>) {
    if (this.#open) Object.assign(this.#open, { endedAt: at, worst })
    else this.endings.push(Object.assign({ at, worst }, this.subject))
    this.#open = undefined
  }
}

/**
 * What a rule makes of the values of a device.
 * @param readings null when nothing came since it was judged
 */
function follow(rule: Rule & { condition: ValueCondition }, { deviceId, readings }: Found, now: number) {
  const { states, withheld, condition, judgedFrom } = rule
  const from = judgedFrom.getTime()
  const subjects = readings ?? new Map(Object.keys(withheld).map((path): [string, Reading[]] => [path, []]))
  const followers = [...subjects].flatMap(([path, heard]) => {
    if (path !== condition.path && patternOf(path) !== condition.path) return []
    const [before, since] = [states[path] ?? STATE, withheld[path] ?? null]
    const follower = new Follower(rule, { deviceId, path }, now, before, since)
    for (const one of heard) if (one.at >= from && one.at <= now + AHEAD) follower.hear(one)
    if (!readings) follower.goOn(now)
    follower.finish()
    return follower.state === before && follower.withheld === since ? [] : [follower]
  })
  return {
    saved: followers.map((one) => ({ path: one.subject.path, state: one.state, withheld: one.withheld })),
    openings: followers.flatMap(({ openings }) => openings),
    endings: followers.flatMap(({ endings }) => endings),
  }
}

interface Found extends OneDevice {
  readings: ReadonlyMap<string, Reading[]> | null
}

/** Judges the values of one rule, and stores what came of it. */
async function judge(
  client: PoolClient,
  rule: Rule & { condition: ValueCondition },
  found: Found,
  now: Date,
): Promise<void> {
  const { spaceId, deviceId } = found
  const { saved, openings, endings } = follow(rule, found, now.getTime())
  if (saved.length === 0) return
  const judging = { ...rule, spaceId }
  if (endings.length > 0) await endEpisodes(client, judging, endings, now)
  if (openings.length > 0 && !(await openEpisodes(client, judging, openings, now))) return
  const which = [spaceId, rule.ruleId, deviceId]
  await client.query({ ...SAVE, values: [...which, rule.judgedFrom, JSON.stringify(saved)] })
  const open = saved.filter(({ state }) => state.openedAt !== null)
  const worst = open.map(({ path, state }) => ({ path, worst: state.worst }))
  if (worst.length > 0) await client.query({ ...WORSEN, values: [...which, JSON.stringify(worst)] })
}

/** Judges what was found of a device by the rules of its space. */
async function judgeFound(client: PoolClient, found: Found, now: Date): Promise<void> {
  const { spaceId, deviceId, readings } = found
  let first = now.getTime()
  for (const heard of readings?.values() ?? []) for (const { at } of heard) first = Math.min(first, at)
  const { rows } = await client.query<Rule>({ ...RULES, values: [spaceId, deviceId, new Date(first)] })
  // In the same order everywhere, so that nobody waits for who waits.
  for (const { condition, ...rule } of rows)
    if (isOfValue(condition)) await judge(client, { ...rule, condition }, found, now)
}

/**
 * Judges what a device has measured by the rules of its space, in a transaction that has its history for itself: what was judged
 * is never judged again.
 * @param readings by path, in the order in which they came
 */
export async function judgeValues(
  client: PoolClient,
  device: OneDevice,
  readings: ReadonlyMap<string, Reading[]>,
  now: Date,
): Promise<void> {
  if (readings.size > 0) await judgeFound(client, Object.assign({ readings }, device), now)
}

/** Looks again at what a device has measured last, in such a transaction: a mute has ended, and nothing came since. */
export const judgeAgain = async (client: PoolClient, device: OneDevice, now: Date): Promise<void> =>
  judgeFound(client, Object.assign({ readings: null }, device), now)
