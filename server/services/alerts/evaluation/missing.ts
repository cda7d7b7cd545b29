import type { PoolClient } from 'pg'
import { type ConditionOf, patienceOf, STATE, step } from '#contract/alerts'
import type { Db } from '../../../db/database'
import { dayOf, startOf } from '../../series/store/pack'
import { timesIn } from '../../series/store/unpack'
import { type Ending, endEpisodes } from '../episodes'
import { type Followed, Followers, type Past, partsOfIds } from './follow'
import { pathsOf } from './followValues'
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

type Missing = ConditionOf<'missing'>

const PATIENCE = `$4::float8 * interval '1 millisecond'`

/**
 * Values that were not sent for too long. A device whose messages are not all in its history is evaluated up to those that are; after an
 * outage of the server it first has one interval to send.
 */
const MISSING = {
  name: 'alerts.missing',
  text: `
    select s.device_id as "deviceId", s.path, ${millis('s.last_at')} as "lastAt"
    from ${DEVICES_OF_RULE} join series s on s.space_id = d.space_id and s.device_id = d.id
    where ${IS_DEVICE_OF_RULE} and s.space_id = $1 and s.path = any($3::text[]) and s.last_at + ${PATIENCE} <= $5
      and (k.history_from is null or k.history_from > s.last_at + ${PATIENCE})
      and $6::timestamptz + coalesce(k.usual_interval * interval '1 second', ${PATIENCE}) <= $5
      and not ${isOpen('s.path')}`,
}

/** Values that came again, each with the days that have the first of them; without days if its history was deleted. */
const AGAIN = {
  name: 'alerts.missingAgain',
  text: `
    select e.device_id as "deviceId", e.path, ${millis('e.since')} as since, d.day::text as day, d.points
    from alert_episode e
    left join series s on s.space_id = $1 and s.device_id = e.device_id and s.path = e.path
    left join lateral (
      select day, points from series_day
      where space_id = $1 and device_id = s.device_id and number = s.number and day >= (e.since at time zone 'utc')::date
      order by day limit 2
    ) d on true
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and (s.last_at is null or s.last_at > e.since)
    order by e.device_id, e.path, d.day`,
}

interface Again {
  deviceId: string
  path: string
  since: number
  day: string | null
  points: Buffer | null
}

/** Ends episodes of values that were sent again, at the time of the first one. */
function endingsOf(rows: readonly Again[], now: number): Ending[] {
  const ended = new Map<string, Ending>()
  for (const { deviceId, path, since, points } of rows) {
    const key = `${deviceId} ${path}`
    const first = points ? timesIn(points).find((time) => time > since) : now
    if (first !== undefined && !ended.has(key)) ended.set(key, { deviceId, path, at: first, worst: null })
  }
  return [...ended.values()]
}

/** Evaluates whether values are missing. */
export async function evaluateMissing(
  client: PoolClient,
  { rule, now, back }: RuleRound<Missing>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const { rows: again } = await client.query<Again>({ ...AGAIN, values: [spaceId, ruleId] })
  const endings = endingsOf(again, now.getTime())
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const until = now.getTime() - STORING
  const paths = await pathsOf(client, spaceId, condition)
  const { rows } = await client.query<{ deviceId: string; path: string; lastAt: number }>({
    ...MISSING,
    values: [spaceId, ruleId, paths, patienceOf(condition, null), new Date(until), back],
  })
  const found = rows.flatMap(({ deviceId, path, lastAt }) =>
    openedIn({ deviceId, path }, step(condition, { ...STATE, at: lastAt }, { now: until }).changes),
  )
  await openAlerts(client, rule, found, now)
}

/**
 * Values with all their days in one text, as a row for each day takes twice as long: the points in base64 if there may be a long pause
 * between them, otherwise the day with the times of its first and last point.
 */
const DAYS = {
  name: 'alerts.missingDays',
  text: `
    select s.device_id as "deviceId", s.path, ${millis('s.last_at')} as "lastAt", (
      select string_agg(case
          when d.first_at is null or d.last_at is null or d.last_at - d.first_at > $6 then encode(d.points, 'base64')
          else concat_ws(' ', d.day, d.first_at, d.last_at)
        end, ',' order by d.day)
      from series_day d
      where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number and d.day >= $4::date and d.day <= $5::date
    ) as days
    from series s where s.space_id = $1 and s.device_id = any($2::uuid[]) and s.path = any($3::text[])
    order by s.device_id, s.path`,
}

interface Days {
  deviceId: string
  path: string
  lastAt: number
  days: string | null
}

/** Times of a day between which there may be long pauses. They are valid until those of the next day are read. */
function timesOf(text: string): ArrayLike<number> {
  const [day = '', ...ends] = text.split(' ')
  if (ends.length === 0) return timesIn(Buffer.from(text, 'base64'))
  const start = startOf(day)
  return ends.map((end) => start + Number(end))
}

/** What conditions would have found in missing values. The first condition is the least patient. */
export async function followMissing(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [Missing, ...Missing[]],
): Promise<Followed> {
  const [first] = conditions
  const followers = new Followers(conditions)
  const paths = await pathsOf(db.$client, spaceId, first)
  const least = 1000 * first.seconds
  let isCut = false
  for (const some of partsOfIds(ids)) {
    isCut = followers.isFull
    if (isCut) break
    const values = [spaceId, some, paths, dayOf(after), dayOf(before), least]
    const { rows } = await db.$client.query<Days>({ ...DAYS, values })
    for (const { deviceId, path, lastAt, days } of rows) {
      followers.begin({ deviceId, path })
      /** When the value was sent before. */
      let last = lastAt < after ? lastAt : null
      for (const day of days?.split(',') ?? []) {
        const times = timesOf(day)
        for (let i = 0; i < times.length; i++) {
          const at = times[i] ?? 0
          if (at < after || at > before) continue
          // Times between long pauses change nothing.
          if (last === null || at - last > least) {
            if (last !== null) followers.goOn(last)
            followers.advance(at, { at })
          }
          last = at
        }
        await rest(times.length)
      }
      if (last !== null) followers.goOn(last)
      followers.advance(before)
    }
    await rest()
  }
  return { found: followers.found, isCut }
}
