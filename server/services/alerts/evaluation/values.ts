import type { PoolClient } from 'pg'
import {
  type AlertState,
  isOfValue,
  opensAt,
  type Rhythm,
  type RuleInput,
  step,
  type ValueCondition,
} from '#contract/alerts'
import { AHEAD_MAX, patternOf, type Reading } from '#contract/series'
import { Breather } from '../../background/slices'
import {
  type Changes,
  changeEpisodes,
  type Ending,
  type EvaluatedRule,
  type Opening,
  type Subject,
} from '../episodes'
import { firstUnmuted, isAboutRule, type MutedTime } from '../muted'
import { evaluatesValues, namedInScope } from '../scope'
import {
  byName,
  type Found,
  type Known,
  keyOf,
  NOTHING,
  type Remembered,
  type Rule,
  readKnown,
} from './knownValues'
import { STORING } from './ruleRound'

/**
 * The rules about values of devices, each with its devices; null means all. A rule forgets a device that was out of its scope meanwhile.
 */
const RULES = {
  name: 'alerts.ofValues',
  text: `
    with here as materialized (
      select coalesce(array_agg(d.id) filter (where d.moved_at is null), '{}') as ids, bool_and(d.moved_at is null) as are_all
      from device d where d.space_id = $1 and d.id = any($2::uuid[])
    ), rule as materialized (
      select r.id, r.name, r.condition, r.judged_from,
        case when r.scope->>'kind' <> 'all' then ${namedInScope('r.scope', 'h.ids')} when not h.are_all then h.ids end as about
      from alert_rule r cross join here h
      where r.space_id = $1 and r.enabled and ${evaluatesValues('r.condition')}
    ), forgotten as (
      delete from alert_state s where s.space_id = $1 and s.device_id = any($2::uuid[]) and not exists (
        select from rule r where r.id = s.rule_id and (r.about is null or s.device_id = any(r.about)))
    )
    select r.id as "ruleId", r.name as "ruleName", r.condition, r.judged_from as "judgedFrom", r.about
    from rule r where $3::text[] is null or r.condition->>'path' = any($3::text[])
    order by r.id`,
}

const SAVE = {
  name: 'alerts.saveStates',
  text: `
    insert into alert_state (space_id, rule_id, device_id, path, judged_from, state, withheld_at, due_at)
    select $1, r.id, s."deviceId", s.path, r.judged_from, s.state, to_timestamp(s."mutedSince" / 1000), to_timestamp(s.due / 1000)
    from json_to_recordset($2::json) as s (
      "ruleId" uuid, "judgedFrom" timestamptz, "deviceId" uuid, path text, state jsonb, "mutedSince" float8, due float8)
    join alert_rule r on r.space_id = $1 and r.id = s."ruleId" and r.judged_from = s."judgedFrom"
    on conflict (space_id, rule_id, device_id, path) do update
    set judged_from = excluded.judged_from, state = excluded.state, withheld_at = excluded.withheld_at,
      due_at = excluded.due_at`,
}

/** Updates the value furthest beyond the threshold of alerts that stay open. */
const WORSEN = {
  name: 'alerts.worsen',
  text: `
    update alert_episode e set worst = w.worst
    from json_to_recordset($2::json) as w ("ruleId" uuid, "deviceId" uuid, path text, worst float8)
    where e.space_id = $1 and e.rule_id = w."ruleId" and coalesce(e.device_id, e.connector_id) = w."deviceId" and e.path = w.path
      and e.ended_at is null and e.worst is distinct from w.worst`,
}

/** Evaluates a rule for one value of a device. */
class Follower {
  readonly openings: Opening[] = []
  readonly endings: Ending[] = []
  state: AlertState
  mutedSince: number | null
  #open: Opening | undefined

  constructor(
    readonly condition: ValueCondition,
    readonly mutes: readonly MutedTime[],
    readonly subject: Subject,
    readonly rhythm: Rhythm,
    readonly now: number,
    { state, mutedSince }: Remembered,
  ) {
    this.state = state
    this.mutedSince = state.since === null || state.openedAt !== null ? null : mutedSince
  }

  add(reading: RuleInput) {
    // An opening before this reading may be muted, and may also open before it.
    this.wait(reading.at - 1)
    this.goOn(reading.at)
    this.#step({ now: reading.at, input: reading })
    if (this.state.since === null) this.mutedSince = null
  }

  /** Passes the time until then without values. */
  wait(until: number) {
    if (this.mutedSince === null) this.#step({ now: until })
  }

  /** When it opens without further values. */
  get due(): number | null {
    return this.mutedSince === null ? opensAt(this.condition, this.state, this.rhythm) : null
  }

  #step(moment: { now: number; input?: RuleInput }) {
    const { state, changes } = step(this.condition, this.state, { ...moment, rhythm: this.rhythm })
    this.state = state
    for (const change of changes) {
      if (change.kind === 'ended') {
        // A muted opening is not open.
        if (this.mutedSince === null) this.#end(change)
      } else if (this.#isMutedAt(change.at)) this.#withhold(change.at)
      else this.#begin(change)
    }
  }

  /** Opens a muted opening that is still beyond the threshold, if its last mute has ended until then. */
  goOn(until: number) {
    if (this.mutedSince === null || this.#isMutedAt(this.now)) return
    const at = firstUnmuted(this.mutes, this.mutedSince)
    if (at > until) return
    const { since, worst } = this.state
    this.state = { ...this.state, openedAt: at }
    this.#begin({ at, since: since ?? at, worst })
  }

  /** Returns the value furthest beyond the threshold. */
  finish() {
    if (this.#open) this.#open.worst = this.state.worst
  }

  /** Nothing opens during a mute, even if it was beyond the threshold before. */
  #isMutedAt(at: number) {
    const isAt = (time: number) => firstUnmuted(this.mutes, time) > time
    return isAt(at) || isAt(this.now)
  }

  #withhold(at: number) {
    this.state = { ...this.state, openedAt: null }
    this.mutedSince ??= firstUnmuted(this.mutes, at) > at ? at : this.now
  }

  #begin(change: Pick<Opening, 'at' | 'since' | 'worst'>) {
    this.mutedSince = null
    this.openings.push((this.#open = Object.assign({}, this.subject, change)))
  }

  #end({ at, worst }: Pick<Ending, 'at' | 'worst'>) {
    if (this.#open) Object.assign(this.#open, { endedAt: at, worst })
    else this.endings.push(Object.assign({ at, worst }, this.subject))
    this.#open = undefined
  }
}

/** Evaluates rules for the values of devices: what opens and ends, and what is remembered. */
async function follow(
  rules: readonly Rule[],
  found: readonly Found[],
  { remembered, mutes, rhythmOf }: Known,
  now: number,
) {
  const breather = new Breather()
  const ofRules = rules.map((rule) => {
    const followers: Follower[] = []
    return { rule, followers }
  })
  for (const { deviceId, readings } of found) {
    const named = readings && byName(readings)
    const rhythm = rhythmOf(deviceId)
    const muted = mutes.filter(({ about }) => about === null || about.includes(deviceId))
    for (const { rule, followers } of ofRules) {
      const { ruleId, condition, judgedFrom, about } = rule
      if (about !== null && !about.includes(deviceId)) continue
      const known = remembered.get(keyOf(ruleId, deviceId))
      const waiting = () =>
        [...(known ?? [])].flatMap(([path, { mutedSince, due }]): [string, Reading[]][] =>
          mutedSince === null && due === null ? [] : [[path, []]],
        )
      const times = muted.flatMap(({ ruleIds, from, to }): MutedTime[] =>
        isAboutRule(ruleIds, ruleId) ? [[from, to]] : [],
      )
      for (const [path, ofPath] of named ? (named.get(condition.path) ?? []) : waiting()) {
        const before = known?.get(path) ?? NOTHING
        const follower = new Follower(condition, times, { deviceId, path }, rhythm, now, before)
        for (const one of ofPath)
          if (one.at >= judgedFrom.getTime() && one.at <= now + AHEAD_MAX) follower.add(one)
        if (!named) {
          follower.wait(now - STORING)
          follower.goOn(now)
        }
        follower.finish()
        const isAsBefore =
          follower.state === before.state &&
          follower.mutedSince === before.mutedSince &&
          follower.due === before.due
        if (!isAsBefore) followers.push(follower)
      }
    }
    await breather.next()
  }
  return ofRules.filter(({ followers }) => followers.length > 0)
}

/** Evaluates the rules of a space for the readings of its devices. */
async function evaluateFound(
  client: PoolClient,
  spaceId: string,
  found: readonly Found[],
  now: Date,
): Promise<void> {
  let first = now.getTime()
  const paths = new Set<string>()
  for (const { readings } of found)
    for (const [path, ofPath] of readings ?? []) {
      paths.add(path).add(patternOf(path))
      for (const { at } of ofPath) first = Math.min(first, at)
    }
  const ids = found.map(({ deviceId }) => deviceId)
  const named = found.some(({ readings }) => readings === null) ? null : [...paths]
  const { rows } = await client.query<EvaluatedRule & Pick<Rule, 'about'>>({
    ...RULES,
    values: [spaceId, ids, named],
  })
  const rules = rows.flatMap(({ condition, ...rule }): Rule | [] =>
    isOfValue(condition) ? Object.assign(rule, { condition }) : [],
  )
  if (rules.length === 0) return
  const known = await readKnown(client, spaceId, { rules, found, first })
  const followed = await follow(rules, found, known, now.getTime())
  const changes = followed.map(({ rule, followers }): Changes => {
    const openings = followers.flatMap((one) => one.openings)
    const endings = followers.flatMap((one) => one.endings)
    return { rule: { ...rule, spaceId }, openings, endings }
  })
  const refused = await changeEpisodes(client, spaceId, changes, now)
  const saved = followed.flatMap(({ rule: { ruleId, judgedFrom }, followers }) =>
    refused.has(ruleId)
      ? []
      : followers.map(({ subject, state, mutedSince, due }) => ({
          ruleId,
          judgedFrom,
          deviceId: subject.deviceId,
          path: subject.path,
          state,
          mutedSince,
          due,
        })),
  )
  if (saved.length === 0) return
  await client.query({ ...SAVE, values: [spaceId, JSON.stringify(saved)] })
  const worst = saved.flatMap(({ ruleId, deviceId, path, state }) =>
    state.openedAt === null ? [] : { ruleId, deviceId, path, worst: state.worst },
  )
  if (worst.length > 0) await client.query({ ...WORSEN, values: [spaceId, JSON.stringify(worst)] })
}

/**
 * Evaluates the rules of a space for what its devices have measured, in a transaction that has locked their histories: no reading is
 * evaluated twice.
 */
export async function evaluateValues(
  client: PoolClient,
  spaceId: string,
  found: readonly { deviceId: string; readings: ReadonlyMap<string, Reading[]> }[],
  now: Date,
): Promise<void> {
  const measured = found.filter(({ readings }) => readings.size > 0)
  if (measured.length > 0) await evaluateFound(client, spaceId, measured, now)
}

/**
 * Evaluates the last values of devices again, in such a transaction: a mute has ended, or the condition has lasted as long as the rule
 * asks, and no value came since.
 */
export async function evaluateAgain(
  client: PoolClient,
  spaceId: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  const found = deviceIds.map((deviceId) => ({ deviceId, readings: null }))
  if (found.length > 0) await evaluateFound(client, spaceId, found, now)
}
