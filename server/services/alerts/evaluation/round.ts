import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { isOfConnectors, isOfValue } from '#contract/alerts'
import { isOfDatabase } from '../../../db/away'
import { inTransaction, type Queryable } from '../../../db/database'
import { routine } from '../../../db/schema/index'
import { interleaved, PERSON, type SpaceWork } from '../../background/fairShares'
import { notMoved } from '../../common/visibility'
import { keepSpace } from '../../resources/spaceNames'
import { type EvaluatedRule, endEpisodes, holdRules, type Subject, tryHoldRule } from '../episodes'
import { notifyAudience } from '../notifyAudience'
import { evaluatesValues, isInScope } from '../scope'
import { evaluateBehind } from './behind'
import { evaluateBoots } from './boots'
import { CONNECTORS_LEFT, evaluateConnectors } from './connectors'
import { evaluateFirmware } from './firmware'
import { evaluateMissing } from './missing'
import { evaluateSilence } from './silence'
import { openWaiting } from './waiting'

const RULES = {
  name: 'alerts.rules',
  text: `
    select r.space_id as "spaceId", r.id as "ruleId", r.name as "ruleName", r.condition, r.judged_from as "judgedFrom",
      ${PERSON} as "personId"
    from alert_rule r join space s on s.id = r.space_id where r.enabled
      and (not ${evaluatesValues('r.condition')} or exists (
        select from alert_episode e where e.space_id = r.space_id and e.rule_id = r.id and e.ended_at is null))`,
}

/** Open alerts of devices that the rule no longer applies to: they were moved, or lost the tag. */
const LEFT = {
  name: 'alerts.left',
  text: `
    select e.device_id as "deviceId", e.path from alert_episode e
    join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
    join device d on d.space_id = e.space_id and d.id = e.device_id
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and r.space_id = $1 and d.space_id = $1
      and not (${notMoved('d')} and ${isInScope('r.scope', 'd')})`,
}

/** Alerts whose devices or connectors were all deleted. */
const EMPTY = {
  name: 'alerts.empty',
  text: `
    select space_id as "spaceId", id, rule_id as "ruleId" from alert a
    where ended_at is null and not exists (
      select from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and e.ended_at is null)`,
}
const END_EMPTY = {
  name: 'alerts.endEmpty',
  text: `
    update alert a set ended_at = greatest(a.grew_at, coalesce((
      select max(e.ended_at) from alert_episode e where e.space_id = $1 and e.alert_id = a.id), $3))
    where a.space_id = $1 and a.id = $2 and a.ended_at is null and not exists (
      select from alert_episode e where e.space_id = $1 and e.alert_id = a.id and e.ended_at is null)
    returning id`,
}

async function evaluate(client: PoolClient, rule: EvaluatedRule, now: Date, back: Date): Promise<void> {
  // Another copy that wants the rule at the same time skips it.
  if (!(await tryHoldRule(drizzle(client), rule.ruleId))) return
  const gone = isOfConnectors(rule.condition) ? CONNECTORS_LEFT : LEFT
  const { rows: left } = await client.query<Subject>({ ...gone, values: [rule.spaceId, rule.ruleId] })
  const endings = left.map((subject) => Object.assign({ at: now.getTime(), worst: null }, subject))
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const { condition, ...others } = rule
  if (isOfValue(condition)) return
  switch (condition.kind) {
    case 'silent':
    case 'late':
      return evaluateSilence(client, { rule: { ...others, condition }, now, back })
    case 'missing':
      return evaluateMissing(client, { rule: { ...others, condition }, now, back })
    case 'boots':
      return evaluateBoots(client, { rule: { ...others, condition }, now, back })
    case 'connectorFails':
      return evaluateConnectors(client, { rule: { ...others, condition }, now, back })
    case 'connectorBehind':
      return evaluateBehind(client, { rule: { ...others, condition }, now, back })
    case 'firmwareFailed':
      return evaluateFirmware(client, { rule: { ...others, condition }, now, back })
  }
}

/** Longest pause between two rounds, in milliseconds, after which the server counts as having been away. */
const AWAY = 120_000

/** Milliseconds after which a long round records that it is still running. */
const NOTE_EVERY = 30_000

const ROUNDS = { last: 'alerts', back: 'alerts back' }

/** Records the round, and returns since when rounds have run without a long pause. */
const NOTE = {
  name: 'alerts.note',
  text: `
    with back as (
      insert into routine (name, finished_at)
      select '${ROUNDS.back}', $1::timestamptz
      where not exists (
        select from routine where name = '${ROUNDS.last}' and finished_at > $1::timestamptz - ${AWAY} * interval '1 millisecond')
      on conflict (name) do update set finished_at = excluded.finished_at
      returning finished_at
    ), last as (
      insert into routine (name, finished_at) values ('${ROUNDS.last}', $1)
      on conflict (name) do update set finished_at = greatest(routine.finished_at, excluded.finished_at)
    )
    select coalesce((select finished_at from back), (select finished_at from routine where name = '${ROUNDS.back}')) as back`,
}

/** Records that rounds have run since a time without a long pause, for generated history. */
export async function noteNoPause(
  db: Queryable,
  { now, since }: { now: () => Date; since: Date },
): Promise<void> {
  await db.insert(routine).values([
    { name: ROUNDS.last, finishedAt: now() },
    { name: ROUNDS.back, finishedAt: since },
  ])
}

/** Ends alerts that have no episodes any more. */
async function endEmpty(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ spaceId: string; id: string; ruleId: string }>(EMPTY)
  for (const { spaceId, id, ruleId } of rows)
    await inTransaction(pool, async (tx, client) => {
      if (!(await keepSpace(tx, spaceId))) return
      // An episode may have joined it meanwhile.
      await holdRules(tx, [ruleId])
      const { rows: over } = await client.query<{ id: string }>({ ...END_EMPTY, values: [spaceId, id, now] })
      const ids = over.map((row) => row.id)
      await notifyAudience(tx, 'ended', spaceId, ids, now)
    })
}

/**
 * Milliseconds after which a round of a worker ends, and after which a rule is due again. People with more rules wait for the next rounds.
 */
const ROUND = 5000

/** When a worker last evaluated each rule, by `performance.now()`. */
export type LastEvaluations = Map<string, number>

/**
 * Rules in fair shares, by person and then by space, so that no rule waits for all rules of another person. In a space, the rule that was
 * evaluated longest ago comes first.
 */
function inFairOrder(rules: readonly OfPerson[], lastEvaluations: LastEvaluations): OfPerson[] {
  const at = ({ ruleId }: EvaluatedRule) => lastEvaluations.get(ruleId) ?? -Infinity
  const due = performance.now() - ROUND
  const oldest = rules
    .filter((rule) => at(rule) < due)
    .toSorted((a, b) => (at(a) < at(b) ? -1 : Number(at(a) > at(b))))
  return interleaved(
    interleaved(oldest, ({ spaceId }) => spaceId),
    ({ personId }) => personId,
  )
}

type OfPerson = EvaluatedRule & SpaceWork

interface Round {
  now: () => Date
  stopping: AbortSignal
  /** Is called with a rule or device that failed; it holds up no other. */
  onFailure: (failed: { ruleId: string } | { deviceId: string }, error: unknown) => void
  /** Set by a worker, whose rounds end in time; without it all rules are evaluated. */
  lastEvaluations?: LastEvaluations
}

/**
 * Evaluates all rules for what no message shows: that a device is silent, has come back, or is out of the rule's scope. Any number of
 * copies may do it at the same time.
 * @returns whether rules are left for the next round
 */
export async function evaluateRound(
  pool: Pool,
  { now, stopping, onFailure, lastEvaluations }: Round,
): Promise<boolean> {
  const noted = await pool.query<{ back: Date }>({ ...NOTE, values: [now()] })
  const back = noted.rows[0]?.back ?? now()
  const { rows: rules } = await pool.query<OfPerson>(RULES)
  const began = performance.now()
  let notedAt = began
  const goOn = async () => {
    if (performance.now() - notedAt <= NOTE_EVERY) return
    await pool.query({ ...NOTE, values: [now()] })
    notedAt = performance.now()
  }
  const known = new Set(rules.map(({ ruleId }) => ruleId))
  for (const id of lastEvaluations?.keys() ?? []) if (!known.has(id)) lastEvaluations?.delete(id)
  let areLeft = false
  for (const rule of inFairOrder(rules, lastEvaluations ?? new Map())) {
    if (stopping.aborted) return false
    areLeft = lastEvaluations !== undefined && performance.now() - began > ROUND
    if (areLeft) break
    try {
      await inTransaction(pool, (_, client) => evaluate(client, rule, now(), back))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure(rule, error)
    } finally {
      lastEvaluations?.set(rule.ruleId, performance.now())
    }
    await goOn()
  }
  await openWaiting(pool, { now, stopping, onFailure, goOn })
  await endEmpty(pool, now())
  return areLeft
}
