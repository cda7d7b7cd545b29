import type { PoolClient } from 'pg'
import { type ConditionOf, STATE, step } from '#contract/alerts'
import type { Db } from '../../../db/database'
import { isOfOwnDevice } from '../../background/deletion'
import { type Ending, endEpisodes } from '../episodes'
import { AGAIN, keepConnectors, MAY_OPEN, subjectOf } from './connectors'
import { type Followed, Followers, type Past } from './follow'
import { millis, openAlerts, openedIn, type RuleRound } from './ruleRound'

type ConnectorBehind = ConditionOf<'connectorBehind'>

/** SQL of the creation time of a connector's oldest waiting delivery, without tests. */
const oldestOf = (id: string) => `
  select p.created_at from delivery p
  where p.space_id = $1 and p.connector_id = ${id} and p.state = 'pending' and not p.is_test
    and (p.alert is null or coalesce(p.alert->>'test', 'false') <> 'true') and ${isOfOwnDevice('p')}
  order by p.id limit 1`

/** Connectors whose oldest delivery has waited for too long. */
const BEHIND = {
  name: 'alerts.connectorsBehind',
  text: `
    select c.id as "connectorId", ${millis('oldest.created_at')} as since
    from alert_rule r join connector c on c.space_id = r.space_id cross join lateral (${oldestOf('c.id')}) oldest
    where ${MAY_OPEN} and oldest.created_at <= $3`,
}

/** Open alerts of connectors without deliveries that have waited that long. */
const CAUGHT_UP = {
  name: 'alerts.connectorsCaughtUp',
  text: `
    select e.connector_id as "connectorId" from alert_episode e left join lateral (${oldestOf('e.connector_id')}) oldest on true
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and (oldest.created_at is null or oldest.created_at > $3)`,
}

/** Evaluates how long deliveries of connectors wait. */
export async function evaluateBehind(
  client: PoolClient,
  { rule, now, back }: RuleRound<ConnectorBehind>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const patience = 1000 * condition.seconds
  const since = new Date(now.getTime() - patience)
  const ended = await client.query<{ connectorId: string }>({
    ...CAUGHT_UP,
    values: [spaceId, ruleId, since],
  })
  // Deliveries that the server itself has held up are made first.
  const isBack = back.getTime() + Math.min(patience, AGAIN) <= now.getTime()
  const behind = isBack
    ? await client.query<{ connectorId: string; since: number }>({
        ...BEHIND,
        values: [spaceId, ruleId, since, now],
      })
    : { rows: [] }
  const ids = [...ended.rows, ...behind.rows].map(({ connectorId }) => connectorId)
  if (ids.length === 0) return
  await keepConnectors(client, spaceId, ids)
  const endings = ended.rows.map(
    ({ connectorId }): Ending => Object.assign({ at: now.getTime(), worst: null }, subjectOf(connectorId)),
  )
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const found = behind.rows.flatMap(({ connectorId, since: value }) => {
    const { state } = step(condition, STATE, { now: value, input: { at: value, value } })
    return openedIn(subjectOf(connectorId), step(condition, state, { now: now.getTime() }).changes)
  })
  await openAlerts(client, rule, found, now)
}

/** Most attempts that one statement reads, besides those of the same millisecond as the last, and most that a preview reads. */
const SCANNED = 50_000
const SCANNED_MAX = 2_000_000

/** SQL of the creation time of an attempt's delivery, taken from its id. */
const CREATED = `to_timestamp(('x' || replace(left(a.delivery_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`

const WAITED = `${millis(CREATED)} as start, ${millis('a.created_at')} as end, a.delivery_id as id`

/**
 * How long deliveries that have ended have waited, if that was long.
 * @param is condition on their last attempts, which an index by time has
 */
const over = (name: string, is: string) => ({
  name: `alerts.${name}`,
  text: `
    with a as materialized (
      select a.delivery_id, a.created_at from delivery_attempt a
      where a.space_id = $1 and a.connector_id = $2 and ${is} and a.created_at > $3 and a.created_at <= $4
      order by a.created_at fetch first ${SCANNED} rows with ties
    )
    select (select count(*)::int from a) as count, (select ${millis('max(a.created_at)')} from a) as last,
      coalesce((select json_agg(json_build_object('start', w.start, 'end', w.end, 'id', w.id)) from (
        select ${WAITED} from a where a.created_at - ${CREATED} >= $5 * interval '1 second') w), '[]') as waits`,
})
const OVER = [
  over('delivered', 'a.success and not a.is_test'),
  over('cancelled', 'a.success is null and not a.is_test'),
]
const GIVEN_UP = over('givenUp', 'not a.success and a.next_attempt_at is null and not a.is_test')

const STILL = {
  name: 'alerts.stillWaiting',
  text: `select ${millis('oldest.created_at')} as start from (${oldestOf('$2')}) oldest where oldest.created_at <= $3`,
}

/** How long a delivery has waited, in milliseconds since 1970. */
interface Wait {
  id: string
  start: number
  end: number
}

interface Scan {
  count: number
  last: number | null
  waits: Wait[]
}

/** Passes each change of the oldest waiting delivery to the conditions. */
function followWaits(followers: Followers, waits: readonly Wait[], before: number): void {
  let current: Wait | undefined
  for (const one of waits.toSorted((a, b) => a.start - b.start)) {
    if (current && one.end <= current.end) continue
    const at = current && one.start < current.end ? current.end : one.start
    if (current && at !== current.end) followers.advance(current.end, { at: current.end, value: 0 })
    followers.advance(at, { at, value: one.start })
    current = one
  }
  if (!current) return
  if (current.end > before) followers.advance(before)
  else followers.advance(current.end, { at: current.end, value: 0 })
}

/**
 * What conditions would have found in the waiting times of deliveries. Skipped deliveries are unknown: no record keeps when they were
 * skipped.
 */
export async function followBehind(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [ConnectorBehind, ...ConnectorBehind[]],
): Promise<Followed> {
  const followers = new Followers(conditions)
  const least = Math.min(...conditions.map(({ seconds }) => seconds))
  let scanned = 0
  const isFull = () => followers.isFull || scanned >= SCANNED_MAX
  const scan = async (statement: typeof GIVEN_UP, connectorId: string): Promise<Wait[]> => {
    const waits: Wait[] = []
    for (let from = after; ; ) {
      const values = [spaceId, connectorId, new Date(from), new Date(before), least]
      const { rows } = await db.$client.query<Scan>({ ...statement, values })
      const [read] = rows
      waits.push(...(read?.waits ?? []))
      scanned += read?.count ?? 0
      await rest()
      if (!read || read.last === null || read.count < SCANNED || isFull()) return waits
      from = read.last
    }
  }
  for (const connectorId of ids) {
    if (isFull()) break
    const lost = await scan(GIVEN_UP, connectorId)
    const known = new Set(lost.map(({ id }) => id))
    const waits = [...lost]
    // A delivery that has failed no longer waits, even if it was retried by hand.
    for (const statement of OVER)
      waits.push(...(await scan(statement, connectorId)).filter(({ id }) => !known.has(id)))
    const still = await db.$client.query<{ start: number }>({
      ...STILL,
      values: [spaceId, connectorId, new Date(before - 1000 * least)],
    })
    for (const { start } of still.rows) waits.push({ id: '', start, end: Number.POSITIVE_INFINITY })
    followers.begin(subjectOf(connectorId))
    followWaits(followers, waits, before)
    await rest()
  }
  return { found: followers.found, isCut: isFull() }
}
