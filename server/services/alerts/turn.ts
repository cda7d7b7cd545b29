import type { PoolClient } from 'pg'
import type { Change } from '#contract/alerts'
import { isHere } from '../common/visibility'
import { type Judging, type Opening, openEpisodes, type Subject } from './episodes'
import { isMuted, isMuteOf } from './muted'
import { isInScope } from './scope'

/** Milliseconds that a message may take until it is stored. */
export const STORING = 5000

/** A rule that a round judges, at which time, and since when rounds have been made without a long pause. */
export interface Turn<Of extends Judging['condition']> {
  rule: Judging & { condition: Of }
  now: Date
  back: Date
}

/** SQL that joins to the rule `$2` of the space `$1` the devices that it is about, each with its contact. */
export const DEVICES_OF_RULE = `
  alert_rule r
  join device d on d.space_id = r.space_id
  join device_contact k on k.space_id = d.space_id and k.device_id = d.id`
export const IS_DEVICE_OF_RULE = `
  r.space_id = $1 and r.id = $2 and d.space_id = $1 and k.space_id = $1 and ${isHere('d')} and ${isInScope('r.scope', 'd')}`

/** SQL of the condition that the rule has an open alert of the device `d`. */
export const isOpen = (path: string): string => `exists (
  select from alert_episode e
  where e.space_id = $1 and e.rule_id = $2 and e.device_id = d.id and e.path = ${path} and e.ended_at is null)`

/** SQL of a time in milliseconds since 1970. */
export const millis = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`

/** What opened of a device, or of one of its values. */
export type Found = Subject & Omit<Extract<Change, { kind: 'opened' }>, 'kind'>

/** What opens, of the changes of a step. */
export const openedIn = (subject: Subject, changes: readonly Change[]): Found[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'opened') return []
    const { at, since, worst } = change
    return { ...subject, at, since, worst }
  })

/** Devices of the rule that are muted, or were until a time. */
const MUTED = {
  name: 'alerts.muted',
  text: `
    select d.id as "deviceId", ${isMuted('r', 'd', '$4')} as "isNow",
      (select ${millis('max(m.ends_at)')} from mute m where m.ends_at <= $4 and ${isMuteOf('r', 'd')}) as until
    from alert_rule r join device d on d.space_id = r.space_id
    where r.space_id = $1 and r.id = $2 and d.space_id = $1 and d.id = any($3::uuid[])
      and exists (select from mute m where m.space_id = $1)`,
}

interface Muted {
  deviceId: string
  isNow: boolean
  /** When its last mute ended; null without one. */
  until: number | null
}

/** Opens alerts of what is so now, and not muted. What was so when the rule began, or a mute ended, is of that time. */
export async function openFound(
  client: PoolClient,
  rule: Judging,
  found: readonly Found[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return
  const began = rule.judgedFrom.getTime()
  const ids = found.map(({ deviceId }) => deviceId)
  const { rows } = await client.query<Muted>({ ...MUTED, values: [rule.spaceId, rule.ruleId, ids, now] })
  const muted = new Map(rows.map((row) => [row.deviceId, row]))
  const openings = found.flatMap((one): Opening[] => {
    const { isNow = false, until } = muted.get(one.deviceId) ?? {}
    return isNow ? [] : [{ ...one, at: Math.max(one.at, began, until ?? 0) }]
  })
  if (openings.length > 0) await openEpisodes(client, rule, openings, now)
}
