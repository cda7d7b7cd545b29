import type { PoolClient } from 'pg'
import { type AlertState, isOfValue, STATE, step, type ValueCondition } from '#contract/alerts'
import { patternOf, type Reading } from '#contract/series'
import type { OneDevice } from '../devices/hold'
import { type Ending, endEpisodes, type Judging, type Opening, openEpisodes } from './episodes'
import { isInScope, judgesValues } from './scope'

/** The rules about a device. A rule forgets a device that it was not about in between, and an alert that was ended by somebody else. */
const RULES = {
  name: 'alerts.ofValues',
  text: `
    with rule as (
      select r.id, r.name, r.condition, r.judged_from from alert_rule r
      where r.space_id = $1 and r.enabled and ${judgesValues('r.condition')} and exists (
        select from device d where d.space_id = $1 and d.id = $2 and d.moved_at is null and ${isInScope('r.scope', 'd')})
    ), forgotten as (
      delete from alert_state where space_id = $1 and device_id = $2 and rule_id not in (select id from rule)
    )
    select r.id as "ruleId", r.name as "ruleName", r.condition, r.judged_from as "judgedFrom", s.states
    from rule r cross join lateral (
      select coalesce(json_object_agg(s.path, s.state), '{}') as states from alert_state s
      where s.space_id = $1 and s.rule_id = r.id and s.device_id = $2 and s.judged_from = r.judged_from
        and (s.state->>'openedAt' is null or exists (
          select from alert_episode e
          where e.space_id = $1 and e.rule_id = r.id and e.device_id = $2 and e.path = s.path and e.ended_at is null))
    ) s
    order by r.id`,
}

const SAVE = {
  name: 'alerts.saveStates',
  text: `
    insert into alert_state (space_id, rule_id, device_id, path, judged_from, state)
    select $1, $2, $3, s.path, $4, s.state from json_to_recordset($5::json) as s (path text, state jsonb)
    where exists (select from alert_rule r where r.space_id = $1 and r.id = $2 and r.judged_from = $4)
    on conflict (space_id, rule_id, device_id, path) do update set judged_from = excluded.judged_from, state = excluded.state`,
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
}

/** Milliseconds that the clock of a device may be ahead; a value of later has no alert. */
const AHEAD = 60_000

/** What a rule makes of the values of a device. */
function follow(
  { states, condition, judgedFrom }: Rule & { condition: ValueCondition },
  found: Found,
  until: number,
) {
  const saved: { path: string; state: AlertState }[] = []
  const openings: Opening[] = []
  const endings: Ending[] = []
  const from = judgedFrom.getTime()
  for (const [path, readings] of found.readings) {
    if (path !== condition.path && patternOf(path) !== condition.path) continue
    const before = states[path] ?? STATE
    let state = before
    let open: Opening | undefined
    for (const heard of readings) {
      if (heard.at < from || heard.at > until) continue
      const next = step(condition, state, { now: heard.at, heard })
      state = next.state
      for (const change of next.changes) {
        const subject = { deviceId: found.deviceId, path }
        if (change.kind === 'opened') openings.push((open = Object.assign(subject, change)))
        else if (open) {
          Object.assign(open, { endedAt: change.at, worst: change.worst })
          open = undefined
        } else endings.push(Object.assign(subject, change))
      }
    }
    if (open) open.worst = state.worst
    if (state !== before) saved.push({ path, state })
  }
  return { saved, openings, endings }
}

interface Found extends OneDevice {
  readings: ReadonlyMap<string, Reading[]>
}

/** Judges the values of one rule, and stores what came of it. */
async function judge(
  client: PoolClient,
  rule: Rule & { condition: ValueCondition },
  found: Found,
  now: Date,
): Promise<void> {
  const { spaceId, deviceId } = found
  const { saved, openings, endings } = follow(rule, found, now.getTime() + AHEAD)
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

/**
 * Judges what a device has measured by the rules of its space, in a transaction that has its history for itself: what was judged
 * is never judged again.
 * @param readings by path, in the order in which they came
 */
export async function judgeValues(
  client: PoolClient,
  { spaceId, deviceId }: OneDevice,
  readings: ReadonlyMap<string, Reading[]>,
  now: Date,
): Promise<void> {
  if (readings.size === 0) return
  const { rows } = await client.query<Rule>({ ...RULES, values: [spaceId, deviceId] })
  // In the same order everywhere, so that nobody waits for who waits.
  for (const { condition, ...rule } of rows)
    if (isOfValue(condition))
      await judge(client, { ...rule, condition }, { spaceId, deviceId, readings }, now)
}
