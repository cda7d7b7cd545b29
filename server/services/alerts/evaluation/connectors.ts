import type { PoolClient } from 'pg'
import { type ConditionOf, STATE, step } from '#contract/alerts'
import type { Db } from '../../../db/database'
import { type ConnectorSubject, type Ending, endEpisodes } from '../episodes'
import { isMuteOfConnector, isOnAt } from '../muted'
import { hasConnector } from '../scope'
import { type Followed, Followers, type Past } from './follow'
import { millis, openAlerts, openedIn, type RuleRound } from './ruleRound'

type ConnectorFails = ConditionOf<'connectorFails'>

/** Milliseconds that an attempt may take until it is stored: its function runs, its receiver answers, the database is back. */
const ATTEMPT = 60_000

/** Most milliseconds after an outage of the server in which connectors retry before they are evaluated. */
export const AGAIN = 300_000

export const subjectOf = (connectorId: string): ConnectorSubject => ({ connectorId, path: '' })

/**
 * SQL of the times of a connector's attempts. Attempts that the function cancelled neither failed nor succeeded, and tests of rules neither
 * open nor end an alert.
 * @param id SQL of the connector's id
 */
const attemptsOf = (id: string, is: 'success' | 'not success', more = ''): string => `
  select a.created_at from delivery_attempt a
  where a.space_id = $1 and a.connector_id = ${id} and ${is.replace('success', 'a.success')} and not a.is_test ${more}
    and not exists (select from delivery d where d.space_id = a.space_id and d.connector_id = a.connector_id
      and d.id = a.delivery_id and d.alert->>'test' = 'true')
  order by a.created_at`

/** Open alerts of connectors that the rule no longer applies to: they were switched off, or lost the tag. */
export const CONNECTORS_LEFT = {
  name: 'alerts.connectorsLeft',
  text: `
    select e.connector_id as "connectorId", e.path from alert_episode e
    join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
    join connector c on c.space_id = e.space_id and c.id = e.connector_id
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and r.space_id = $1 and c.space_id = $1
      and not (c.enabled and ${hasConnector('r.scope', 'c')})`,
}

/**
 * SQL condition: the rule `r`, which is `$2` of the space `$1`, may open an alert for the connector `c` at `$4`. None is open, the
 * connector is not muted, and it has not been held back since `$3`.
 */
export const MAY_OPEN = `
  r.space_id = $1 and r.id = $2 and c.space_id = $1 and c.enabled and ${hasConnector('r.scope', 'c')}
  and not exists (select from alert_episode e
    where e.space_id = $1 and e.rule_id = $2 and e.connector_id = c.id and e.ended_at is null)
  and not exists (select from mute m where ${isOnAt('$4')} and ${isMuteOfConnector('r', 'c')})
  and not exists (select from connector_operation o
    where o.space_id = c.space_id and o.connector_id = c.id and (o.state = 'paused' or (o.state = 'on' and o.since > $3)))`

/**
 * Connectors whose attempts have all failed for too long, with the time of the first failure. An attempt that succeeded at the same time
 * did not fail.
 */
const FAILING = {
  name: 'alerts.connectorsFailing',
  text: `
    select c.id as "connectorId", ${millis('first.created_at')} as since
    from alert_rule r join connector c on c.space_id = r.space_id
    left join lateral (${attemptsOf('c.id', 'success')} desc limit 1) good on true
    cross join lateral (
      ${attemptsOf('c.id', 'not success', `and a.created_at > coalesce(good.created_at, '-infinity')`)} limit 1
    ) first
    where ${MAY_OPEN} and first.created_at <= $3`,
}

/** Open alerts of connectors that have delivered since, with the time of the first delivery. */
const WORKING = {
  name: 'alerts.connectorsWorking',
  text: `
    select e.connector_id as "connectorId", ${millis('good.created_at')} as at
    from alert_episode e
    cross join lateral (${attemptsOf('e.connector_id', 'success', 'and a.created_at > e.since')} limit 1) good
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null`,
}

const KEEP = {
  name: 'alerts.keepConnectors',
  text: `
    with kept as materialized (select id from space where id = $1 for key share)
    select from connector where space_id = $1 and exists (select from kept) and id = any($2::uuid[]) order by id for key share`,
}

/** Locks the space, and then connectors of it, until the transaction ends: a deletion waits, or has already deleted their alerts. */
export const keepConnectors = async (
  client: PoolClient,
  spaceId: string,
  ids: readonly string[],
): Promise<void> => void (await client.query({ ...KEEP, values: [spaceId, ids] }))

/** Evaluates whether connectors fail. */
export async function evaluateConnectors(
  client: PoolClient,
  { rule, now, back }: RuleRound<ConnectorFails>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const which = [spaceId, ruleId]
  const until = now.getTime() - ATTEMPT
  const patience = 1000 * condition.seconds
  const isBack = back.getTime() + Math.min(patience, AGAIN) <= until
  const working = await client.query<{ connectorId: string; at: number }>({ ...WORKING, values: which })
  const failing = isBack
    ? await client.query<{ connectorId: string; since: number }>({
        ...FAILING,
        values: [...which, new Date(until - patience), now],
      })
    : { rows: [] }
  const ids = [...working.rows, ...failing.rows].map(({ connectorId }) => connectorId)
  if (ids.length === 0) return
  await keepConnectors(client, spaceId, ids)
  const endings = working.rows.map(
    ({ connectorId, at }): Ending => Object.assign({ at, worst: null }, subjectOf(connectorId)),
  )
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const found = failing.rows.flatMap(({ connectorId, since }) => {
    const failed = step(condition, STATE, { now: since, input: { at: since, value: 1 } })
    return openedIn(subjectOf(connectorId), step(condition, failed.state, { now: until }).changes)
  })
  await openAlerts(client, rule, found, now)
}

/** Connectors that a preview reads together, and most failures with recovery that it reads for each. */
const TOGETHER = 10
const CHANGES_MAX = 2000

/** Times when connectors began to fail and when they recovered, read alternately: attempts in between change nothing. */
const PAST = {
  name: 'alerts.connectorsPast',
  text: `
    with recursive change as (
      select c.id, null::timestamptz as failed, $3::timestamptz as mended, 0 as number from unnest($2::uuid[]) as c (id)
      union all
      select t.id, f.created_at, m.created_at, t.number + 1
      from change t
      cross join lateral (
        ${attemptsOf('t.id', 'not success', `and a.created_at > t.mended and a.created_at <= $4`)} limit 1
      ) f
      left join lateral (
        ${attemptsOf('t.id', 'success', 'and a.created_at >= f.created_at and a.created_at <= $4')} limit 1
      ) m on true
      where t.number <= ${CHANGES_MAX}
    )
    select id as "connectorId", number, ${millis('failed')} as failed, ${millis('mended')} as mended
    from change where failed is distinct from mended and number > 0 order by id, failed`,
}

interface Spell {
  connectorId: string
  number: number
  failed: number
  /** Null while it fails. */
  mended: number | null
}

/** What conditions would have found in the attempts of connectors. */
export async function followConnectors(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [ConnectorFails, ...ConnectorFails[]],
): Promise<Followed> {
  const followers = new Followers(conditions)
  let isCut = false
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const some = ids.slice(start, start + TOGETHER)
    isCut ||= followers.isFull
    if (isCut) break
    const { rows } = await db.$client.query<Spell>({
      ...PAST,
      values: [spaceId, some, new Date(after), new Date(before)],
    })
    for (const [i, { connectorId, number, failed, mended }] of rows.entries()) {
      if (rows[i - 1]?.connectorId !== connectorId) followers.begin(subjectOf(connectorId))
      followers.advance(failed, { at: failed, value: 1 })
      if (mended === null) followers.advance(before)
      else followers.advance(mended, { at: mended, value: 0 })
      isCut ||= number > CHANGES_MAX
    }
    await rest()
  }
  return { found: followers.found, isCut }
}
