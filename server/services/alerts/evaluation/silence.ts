import type { PoolClient } from 'pg'
import {
  type AlertState,
  NO_RHYTHM,
  patienceOf,
  type Rhythm,
  type SilenceCondition,
  STATE,
  step,
} from '#contract/alerts'
import type { Db } from '../../../db/database'
import { endEpisodes } from '../episodes'
import { type Followed, Followers, type Past, partsOfIds, STEPS_PER_INPUT } from './follow'
import {
  DEVICES_OF_RULE,
  IS_DEVICE_OF_RULE,
  isOpen,
  millis,
  openAlerts,
  openedIn,
  type RuleRound,
  STORING,
} from './ruleRound'

/** SQL of a time in milliseconds that is longer for devices that send seldom. */
const PATIENCE = `case when $4::float8 is null then $5::float8 * 1000 * k.usual_interval else $4::float8 end`

/** Devices that were silent for too long; after an outage of the server they first have one interval to send. */
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

/** Devices that have sent again, with the time of the first message. */
const RETURNED = {
  name: 'alerts.returned',
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

/** The state of a device for a rule of silence, which its contact says completely. */
const stateOf = ({ lastSeen }: Silent): AlertState => ({ ...STATE, at: lastSeen })

const rhythmOf = ({ usual }: Pick<Rhythm, 'usual'>): Rhythm => ({ ...NO_RHYTHM, usual })

/** Evaluates whether devices are silent, or later than usual. */
export async function evaluateSilence(
  client: PoolClient,
  { rule, now, back }: RuleRound<SilenceCondition>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const which = [spaceId, ruleId]
  const { rows: returned } = await client.query({ ...RETURNED, values: which })
  if (returned.length > 0) await endEpisodes(client, rule, returned, now)
  const until = now.getTime() - STORING
  const intervals = condition.kind === 'late' ? condition.intervals : null
  const values = [...which, new Date(until), patienceOf(condition, null), intervals, back]
  const { rows: silent } = await client.query<Silent>({ ...SILENT, values })
  const found = silent.flatMap((device) =>
    openedIn(
      { deviceId: device.deviceId, path: '' },
      step(condition, stateOf(device), { now: until, rhythm: rhythmOf(device) }).changes,
    ),
  )
  await openAlerts(client, rule, found, now)
}

/** Pauses of devices that are longer than the condition allows, and the last message of each. */
const PAUSES = {
  name: 'alerts.pauses',
  text: `
    select k.device_id as "deviceId", k.usual_interval as usual,
      (extract(epoch from k.last_seen) * 1000)::float8 as "lastSeen", p.pauses
    from device_contact k cross join lateral (
      select json_agg(array[(extract(epoch from pause.from) * 1000)::float8, (extract(epoch from pause.at) * 1000)::float8]
        order by pause.at) as pauses
      from (
        select m.created_at as at, lag(m.created_at) over (order by m.created_at) as from
        from message m
        where m.space_id = $1 and m.device_id = k.device_id and m.direction = 'up' and m.created_at >= $3 and m.created_at <= $4
      ) pause
      where pause.from is null
        or pause.at - pause.from > coalesce($5::float8, $6::float8 * 1000 * k.usual_interval) * interval '1 millisecond'
    ) p
    where k.space_id = $1 and k.device_id = any($2::uuid[]) and k.last_seen is not null`,
}

interface Pauses {
  deviceId: string
  usual: number | null
  lastSeen: number
  pauses: [from: number | null, at: number][] | null
}

/** What conditions would have found in the silence of devices. The first condition is the least patient. */
export async function followSilence(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [SilenceCondition, ...SilenceCondition[]],
): Promise<Followed> {
  const [first] = conditions
  const intervals = first.kind === 'late' ? first.intervals : null
  const followers = new Followers(conditions)
  let isCut = false
  for (const some of partsOfIds(ids)) {
    isCut = followers.isFull
    if (isCut) break
    const { rows } = await db.$client.query<Pauses>({
      ...PAUSES,
      values: [spaceId, some, new Date(after), new Date(before), patienceOf(first, null), intervals],
    })
    for (const { deviceId, usual, lastSeen, pauses } of rows) {
      followers.begin({ deviceId, path: '' }, rhythmOf({ usual }))
      for (const [from, at] of pauses ?? []) {
        if (from !== null) followers.goOn(from)
        followers.advance(at, { at })
      }
      if (lastSeen <= before) followers.goOn(lastSeen)
      followers.advance(before)
      await rest(STEPS_PER_INPUT * conditions.length * (pauses?.length ?? 0))
    }
    await rest()
  }
  return { found: followers.found, isCut }
}
