import type { PoolClient } from 'pg'
import { type AlertState, patienceOf, type SilenceCondition, STATE, step } from '#contract/alerts'
import { endEpisodes } from './episodes'
import {
  DEVICES_OF_RULE,
  IS_DEVICE_OF_RULE,
  isOpen,
  millis,
  openedIn,
  openFound,
  STORING,
  type Turn,
} from './turn'

/** Milliseconds, as SQL, of a time that is longer for devices that speak seldom. */
const PATIENCE = `case when $4::float8 is null then $5::float8 * 1000 * k.usual_interval else $4::float8 end`

/** Devices that were silent for too long; after an outage of the server they first have one interval to speak. */
const SILENT = {
  name: 'alerts.silent',
  text: `
    select d.id as "deviceId", ${millis('k.last_seen')} as "lastSeen", k.usual_interval as usual
    from ${DEVICES_OF_RULE}
    where ${IS_DEVICE_OF_RULE}
      and k.last_seen + ${PATIENCE} * interval '1 millisecond' <= $3
      and $6::timestamptz + coalesce(1000 * k.usual_interval, ${PATIENCE}) * interval '1 millisecond' <= $3
      and not ${isOpen("''")}`,
}

/** Devices that were heard from again, and when for the first time. */
const HEARD = {
  name: 'alerts.heard',
  text: `
    select e.device_id as "deviceId", e.path, null as worst, (extract(epoch from coalesce((
      select min(m.created_at) from message m
      where m.space_id = $1 and m.device_id = e.device_id and m.direction = 'up' and m.created_at > e.since
    ), k.last_seen)) * 1000)::float8 as at
    from alert_episode e join device_contact k on k.space_id = e.space_id and k.device_id = e.device_id
    where e.space_id = $1 and e.rule_id = $2 and e.path = '' and e.ended_at is null and k.space_id = $1 and k.last_seen > e.since`,
}

interface Silent {
  deviceId: string
  lastSeen: number
  usual: number | null
}

/** How a rule of silence remembers a device: its contact says all. */
const stateOf = ({ lastSeen }: Silent): AlertState => ({ ...STATE, at: lastSeen })

/** Judges whether devices are silent, or later than usual. */
export async function judgeSilence(
  client: PoolClient,
  { rule, now, back }: Turn<SilenceCondition>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const which = [spaceId, ruleId]
  const { rows: heard } = await client.query({ ...HEARD, values: which })
  if (heard.length > 0) await endEpisodes(client, rule, heard, now)
  const until = now.getTime() - STORING
  const intervals = condition.kind === 'late' ? condition.intervals : null
  const values = [...which, new Date(until), patienceOf(condition, null), intervals, back]
  const { rows: silent } = await client.query<Silent>({ ...SILENT, values })
  const found = silent.flatMap((device) =>
    openedIn(
      { deviceId: device.deviceId, path: '' },
      step(condition, stateOf(device), { now: until, usual: device.usual }).changes,
    ),
  )
  await openFound(client, rule, found, now)
}
