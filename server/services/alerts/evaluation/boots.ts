import type { PoolClient } from 'pg'
import { type AlertState, BOOTS_WITHIN, type Change, type ConditionOf, STATE, step } from '#contract/alerts'
import { SECOND } from '#contract/common/durations'
import type { Db } from '../../../db/database'
import { bootsOf } from '../../devices/contact'
import { endEpisodes } from '../episodes'
import { type Followed, Followers, type Past, partsOfIds } from './follow'
import {
  DEVICES_OF_RULE,
  IS_DEVICE_OF_RULE,
  isOpen,
  openAlerts,
  openedIn,
  type RuleRound,
  STORING,
} from './ruleRound'

type Boots = ConditionOf<'boots'>

/**
 * Devices that have booted too often. The contact has the last boot, so that only the sessions of devices that have booted lately are
 * counted.
 */
const MANY = {
  name: 'alerts.boots',
  text: `
    select d.id as "deviceId", b.boots
    from ${DEVICES_OF_RULE} cross join lateral (
      select array_agg(b.session_id order by b.session_id)::float8[] as boots from (${bootsOf('k', '$4::bigint')}) b
    ) b
    where ${IS_DEVICE_OF_RULE} and k.session_id > $4::bigint and cardinality(b.boots) >= $3::int and not ${isOpen("''")}`,
}

/** Open alerts of devices that have booted less often since, with the boots that opened or prolonged them. */
const FEWER = {
  name: 'alerts.fewerBoots',
  text: `
    select e.device_id as "deviceId", b.boots
    from alert_episode e cross join lateral (
      select coalesce(array_agg(b.session_id order by b.session_id), '{}')::float8[] as boots from (
        ${bootsOf('e', '0')} order by s.session_id desc limit $3::int
      ) b
    ) b
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and (cardinality(b.boots) < $3::int or b.boots[1] <= $4::bigint)`,
}

interface Booted {
  deviceId: string
  /** Unix times in seconds, in ascending order. */
  boots: number[]
}

/** Unix time in seconds, 24 hours before a time. */
const dayBefore = (time: number) => Math.floor((time - BOOTS_WITHIN) / SECOND)

/** Applies a condition to boots one after the other. */
function follow(condition: Boots, boots: readonly number[]): { state: AlertState; changes: Change[] } {
  let state = STATE
  const changes: Change[] = []
  for (const boot of boots) {
    const at = boot * SECOND
    const next = step(condition, state, { now: at, input: { at } })
    state = next.state
    changes.push(...next.changes)
  }
  return { state, changes }
}

/** Evaluates how often devices boot. */
export async function evaluateBoots(client: PoolClient, { rule, now }: RuleRound<Boots>): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const which = [spaceId, ruleId, condition.times]
  const until = now.getTime() - STORING
  const fewer = await client.query<Booted>({ ...FEWER, values: [...which, dayBefore(until)] })
  const endings = fewer.rows.map(({ deviceId, boots }) => {
    const { changes } = step(condition, follow(condition, boots).state, { now: until })
    return { deviceId, path: '', at: changes[0]?.at ?? now.getTime(), worst: null }
  })
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const many = await client.query<Booted>({ ...MANY, values: [...which, dayBefore(now.getTime())] })
  const found = many.rows.flatMap(({ deviceId, boots }) =>
    openedIn({ deviceId, path: '' }, follow(condition, boots).changes),
  )
  await openAlerts(client, rule, found, now)
}

/** Boots of devices that have booted often enough in total. */
const PAST = {
  name: 'alerts.pastBoots',
  text: `
    select k.device_id as "deviceId", array_agg(b.session_id order by b.session_id)::float8[] as boots
    from device_contact k cross join lateral (${bootsOf('k', '$3::bigint')} and s.session_id <= $4::bigint) b
    where k.space_id = $1 and k.device_id = any($2::uuid[])
    group by k.device_id having count(*) >= $5`,
}

/** What conditions would have found in the boots of devices. The first condition needs the fewest. */
export async function followBoots(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [Boots, ...Boots[]],
): Promise<Followed> {
  const followers = new Followers(conditions)
  const times = [Math.floor(after / SECOND), Math.floor(before / SECOND)]
  let isCut = false
  for (const some of partsOfIds(ids)) {
    isCut = followers.isFull
    if (isCut) break
    const values = [spaceId, some, ...times, conditions[0].times]
    const { rows } = await db.$client.query<Booted>({ ...PAST, values })
    for (const { deviceId, boots } of rows) {
      followers.begin({ deviceId, path: '' })
      for (const boot of boots) followers.advance(boot * SECOND, { at: boot * SECOND })
      followers.advance(before)
    }
    await rest()
  }
  return { found: followers.found, isCut }
}
