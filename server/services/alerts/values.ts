import type { PoolClient } from 'pg'
import { type AlertState, isOfValue, STATE, step, type ValueCondition } from '#contract/alerts'
import { patternOf, type Reading } from '#contract/series'
import type { OneDevice } from '../devices/hold'
import { endEpisodes, type Judging, openEpisodes } from './episodes'
import { isInScope } from './scope'

const RULES = {
  name: 'alerts.ofValues',
  text: `
    select r.id as "ruleId", r.name as "ruleName", r.condition, r.judged_from as "judgedFrom", s.states
    from alert_rule r cross join lateral (
      select coalesce(json_object_agg(s.path, s.state), '{}') as states from alert_state s
      where s.space_id = $1 and s.rule_id = r.id and s.device_id = $2 and s.judged_from = r.judged_from
    ) s
    where r.space_id = $1 and r.enabled and r.condition ? 'path' and exists (
      select from device d where d.space_id = $1 and d.id = $2 and d.moved_at is null and ${isInScope('r.scope', 'd')})
    order by r.id`,
}

const SAVE = {
  name: 'alerts.saveStates',
  text: `
    insert into alert_state (space_id, rule_id, device_id, path, judged_from, state)
    select $1, $2, $3, s.path, $4, s.state from json_to_recordset($5::json) as s (path text, state jsonb)
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

/** Judges the values of one rule, and stores what came of it. */
async function judge(
  client: PoolClient,
  { spaceId, deviceId }: OneDevice,
  { states, ...rule }: Rule & { condition: ValueCondition },
  found: ReadonlyMap<string, Reading[]>,
  now: Date,
): Promise<void> {
  const judging = { ...rule, spaceId }
  const from = rule.judgedFrom.getTime()
  const saved: { path: string; state: AlertState }[] = []
  for (const [path, readings] of found) {
    if (path !== rule.condition.path && patternOf(path) !== rule.condition.path) continue
    let state = states[path] ?? STATE
    const before = state
    for (const heard of readings) {
      if (heard.at < from) continue
      const next = step(rule.condition, state, { now: heard.at, heard })
      for (const { kind, ...change } of next.changes) {
        const subject = { deviceId, path, ...change }
        if (kind === 'ended') await endEpisodes(client, judging, [subject], now)
        else if ('since' in subject && !(await openEpisodes(client, judging, [subject], now))) return
      }
      state = next.state
    }
    if (state !== before) saved.push({ path, state })
  }
  if (saved.length === 0) return
  const which = [spaceId, rule.ruleId, deviceId]
  await client.query({ ...SAVE, values: [...which, rule.judgedFrom, JSON.stringify(saved)] })
  const open = saved.filter(({ state }) => state.openedAt !== null)
  const worst = open.map(({ path, state }) => ({ path, worst: state.worst }))
  if (worst.length > 0) await client.query({ ...WORSEN, values: [...which, JSON.stringify(worst)] })
}

/**
 * Judges what a device has measured by the rules of its space, in a transaction that has its history for itself: what was judged
 * is never judged again.
 * @param found its readings by path, in the order in which they came
 */
export async function judgeValues(
  client: PoolClient,
  device: OneDevice,
  found: ReadonlyMap<string, Reading[]>,
  now: Date,
): Promise<void> {
  if (found.size === 0) return
  const { rows } = await client.query<Rule>({ ...RULES, values: [device.spaceId, device.deviceId] })
  // In the same order everywhere, so that nobody waits for who waits.
  for (const { condition, ...rule } of rows)
    if (isOfValue(condition)) await judge(client, device, { ...rule, condition }, found, now)
}
