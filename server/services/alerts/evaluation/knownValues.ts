import type { PoolClient } from 'pg'
import { type AlertState, type Rhythm, STATE, type ValueCondition } from '#contract/alerts'
import { patternOf, type Reading } from '#contract/series'
import type { EvaluatedRule } from '../episodes'
import { namedInScope } from '../scope'
import { millis, readRhythms } from './ruleRound'

/** The states that rules remember. There is none for an alert that was ended in another way. */
const STATES = {
  name: 'alerts.states',
  text: `
    select s.rule_id as "ruleId", s.device_id as "deviceId", s.path, s.state, ${millis('s.withheld_at')} as "mutedSince",
      ${millis('s.due_at')} as due
    from unnest($2::uuid[], $3::timestamptz[]) as r (id, judged_from)
    join alert_state s on s.space_id = $1 and s.rule_id = r.id and s.judged_from = r.judged_from and s.device_id = any($4::uuid[])
    where s.state->>'openedAt' is null or exists (
      select from alert_episode e
      where e.space_id = $1 and e.rule_id = s.rule_id and coalesce(e.device_id, e.connector_id) = s.device_id and e.path = s.path
        and e.ended_at is null)`,
}

/** Mutes of which some had not ended at a time, each with its devices; null means all. */
const MUTES = {
  name: 'alerts.mutesOfValues',
  text: `
    select m.rule_ids as "ruleIds", ${millis('m.starts_at')} as "from", ${millis('m.ends_at')} as "to",
      case when m.scope->>'kind' <> 'all' then ${namedInScope('m.scope', '$2::uuid[]')} end as about
    from mute m where m.space_id = $1 and m.ends_at > $3 order by m.starts_at`,
}

export interface Rule extends Omit<EvaluatedRule, 'spaceId' | 'condition'> {
  condition: ValueCondition
  about: readonly string[] | null
}

interface Mute {
  ruleIds: readonly string[]
  from: number
  to: number
  about: readonly string[] | null
}

/** What a rule remembers about a value. */
export interface Remembered {
  state: AlertState
  /** Since when it has been beyond the threshold on a muted device, in milliseconds since 1970. */
  mutedSince: number | null
  /** When it opens without further values, in milliseconds since 1970. */
  due: number | null
}

/** Readings of a device to evaluate. */
export interface Found {
  deviceId: string
  /** By path, in the order of arrival; null if none came since it was evaluated. */
  readings: ReadonlyMap<string, Reading[]> | null
}

export const keyOf = (ruleId: string, deviceId: string) => `${ruleId} ${deviceId}`
export const NOTHING: Remembered = { state: STATE, mutedSince: null, due: null }

/** What is known before devices are evaluated. */
export interface Known {
  /** By rule and device, and then by path. */
  remembered: ReadonlyMap<string, ReadonlyMap<string, Remembered>>
  mutes: readonly Mute[]
  rhythmOf: (deviceId: string) => Rhythm
}

export async function readKnown(
  client: PoolClient,
  spaceId: string,
  { rules, found, first }: { rules: readonly Rule[]; found: readonly Found[]; first: number },
): Promise<Known> {
  const ids = found.map(({ deviceId }) => deviceId)
  const { rows } = await client.query<{ ruleId: string; deviceId: string; path: string } & Remembered>({
    ...STATES,
    values: [spaceId, rules.map(({ ruleId }) => ruleId), rules.map(({ judgedFrom }) => judgedFrom), ids],
  })
  const remembered = new Map<string, Map<string, Remembered>>()
  let from = first
  for (const { ruleId, deviceId, path, ...one } of rows) {
    const key = keyOf(ruleId, deviceId)
    const paths = remembered.get(key) ?? new Map<string, Remembered>()
    remembered.set(key, paths.set(path, one))
    // A mute does not hold back what is already open.
    if (one.state.openedAt === null) from = Math.min(from, one.mutedSince ?? from, one.state.since ?? from)
  }
  const { rows: mutes } = await client.query<Mute>({ ...MUTES, values: [spaceId, ids, new Date(from)] })
  return { remembered, mutes, rhythmOf: await readRhythms(client, spaceId, ids) }
}

/** The values of a device by the paths and patterns that a rule may name. */
export function byName(readings: ReadonlyMap<string, Reading[]>): Map<string, [path: string, Reading[]][]> {
  const named = new Map<string, [string, Reading[]][]>()
  for (const one of readings)
    for (const name of new Set([one[0], patternOf(one[0])])) {
      const those = named.get(name)
      if (those) those.push(one)
      else named.set(name, [one])
    }
  return named
}
