import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { DAY, SECOND } from '#contract/common/durations'
import { type Decision, decide, expectedEnd, isEnded, ROLLOUT_DAYS_MAX } from '#contract/rollouts'
import { inTransaction, type Queryable } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { rollout } from '../../db/schema'
import type { Deps } from '../../deps'
import { note } from '../audit/note'
import { PERSON } from '../background/fairShares'
import { addMail } from '../mail/queue'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { collect, countStages, type Evidence } from './evidence'
import { type Allowance, giveOrders } from './ordering'
import { lockedBy, type RolloutRow, rollouts } from './rollouts'
import { nextStage, progressOf } from './stages'
import { stopOrders } from './stopOrders'
import { takeBackWishes } from './takeBack'

/** Seconds until a roll-out that waits is decided on again: a thousandth of its devices, within bounds. */
const PACE = { least: 5, most: 60, perDevice: 1 / 1000 }
/** Seconds for which others leave it to the copy of the server that gives orders. */
const LEASE = 10
/** Days for which the results of orders are still collected after the end. */
const AFTERWARDS_DAYS = 7

type AdvanceDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries' | 'dueMail'>

/** A roll-out that is due, in a space of a person. */
export interface DueRollout extends Key {
  personId: string
}

const FIND = {
  name: 'rollouts.find',
  text: `
    select r.space_id as "spaceId", r.id, ${PERSON} as "personId"
    from rollout r join space s on s.id = r.space_id
    where r.next_at <= now() order by r.next_at limit 100`,
}

/** The roll-outs of all spaces that are due, the longest first. */
export const findDueRollouts = async ({ db }: Pick<Deps, 'db'>): Promise<DueRollout[]> =>
  (await db.$client.query<DueRollout>(FIND)).rows

/** Locks a roll-out that is due, unless another copy of the server has. */
const LOCK = `select from rollout where space_id = $1 and id = $2 and next_at <= now() for update skip locked`

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** When it ends by itself. */
const lastsUntil = ({ startedAt, createdAt }: RolloutRow): number =>
  (startedAt ?? createdAt).getTime() + ROLLOUT_DAYS_MAX * DAY

const situationOf = (row: RolloutRow, { stages: evidence }: Evidence, now: Date) => {
  const { stages, stage, hours, atOnce } = row
  return { stages, stage, evidence, hours, atOnce, now: now.getTime() }
}

/** What a decision makes of a roll-out. */
interface Outcome {
  row: RolloutRow
  evidence: Evidence
  /** Orders that are given now. */
  allowed?: Allowance
  /** Whether there is more to take back of what it has ordered. */
  takesBack?: boolean
}

/** A locked roll-out, in the transaction of a decision. */
interface Deciding {
  deps: AdvanceDeps
  tx: Queryable
  client: PoolClient
  at: Date
}

/** Records in the audit log what a roll-out has done by itself. */
async function noteItself(
  { deps, tx }: Deciding,
  { spaceId, id, name }: RolloutRow,
  action: 'rollout.hold' | 'rollout.finish',
  after: Record<string, string | number>,
): Promise<void> {
  await note(tx, deps, null, { action, spaceId, target: { id, name }, after })
}

/** Pauses itself, and sends an e-mail to the person who has started it. */
async function hold(
  deciding: Deciding,
  row: RolloutRow,
  found: Extract<Decision, { kind: 'hold' }>['hold'],
): Promise<RolloutRow> {
  const { deps, tx, at } = deciding
  const { spaceId, id, startedById: userId } = row
  const { kind, count, stage } = found
  await noteItself(deciding, row, 'rollout.hold', { kind, count, stage: stage + 1 })
  if (userId !== null) await addMail(tx, deps, { kind: 'rolloutHeld', userId, spaceId, alertId: id })
  return { ...row, state: 'paused', hold: { ...found, at: at.toISOString() }, waitsFor: null }
}

async function finish(deciding: Deciding, row: RolloutRow): Promise<RolloutRow> {
  const { progress } = nextStage(row, deciding.at)
  const devices = progress.reduce((sum, one) => sum + one.devices, 0)
  await noteItself(deciding, row, 'rollout.finish', { devices })
  return { ...row, state: 'done', endedAt: deciding.at, progress, waitsFor: null, hold: null }
}

/** Ends a roll-out whose time is over, also while it is paused. */
async function end(deciding: Deciding, row: RolloutRow): Promise<Outcome> {
  const { tx, client, at } = deciding
  await stopOrders(tx, row, { at, userId: null })
  return { row: await finish(deciding, row), evidence: await countStages(client, row, at) }
}

/** Decides on a roll-out that runs. */
async function advance(deciding: Deciding, row: RolloutRow, evidence: Evidence): Promise<Outcome> {
  const { at } = deciding
  const decision = decide(situationOf(row, evidence, at))
  switch (decision.kind) {
    case 'next':
      return advance(deciding, { ...row, ...nextStage(row, at) }, evidence)
    case 'hold':
      return { row: await hold(deciding, row, decision.hold), evidence }
    case 'finish':
      return { row: await finish(deciding, row), evidence }
    case 'wait': {
      const { kind, until } = decision.wait
      return { row: { ...row, waitsFor: { kind, until: iso(until) } }, evidence }
    }
    case 'order': {
      const expiresAt = new Date(Math.min(decision.until ?? Infinity, lastsUntil(row)))
      const allowed = { count: decision.count, expiresAt }
      return { row: { ...row, waitsFor: { kind: 'devices', until: null } }, evidence, allowed }
    }
  }
}

/** What is to be done with a roll-out in its state. */
async function goOn(deciding: Deciding, row: RolloutRow, evidence: Evidence): Promise<Outcome> {
  if (isEnded(row)) return { row, evidence, takesBack: await takeBackWishes({ ...deciding, row }) }
  if (lastsUntil(row) <= deciding.at.getTime()) return end(deciding, row)
  return row.state === 'running' ? advance(deciding, row, evidence) : { row, evidence }
}

/** Seconds until it is decided on again; null for never. */
function pauseOf({ row, evidence, allowed, takesBack }: Outcome, at: Date): number | null {
  if (allowed) return LEASE
  if (takesBack) return 0
  const counts = evidence.stages.map((stage) => stage.counts)
  const open = counts.reduce((sum, { ordered, handed_over }) => sum + ordered + handed_over, 0)
  const isLate = (row.endedAt?.getTime() ?? 0) + AFTERWARDS_DAYS * DAY < at.getTime()
  if (isEnded(row) && (open === 0 || isLate)) return null
  const devices = counts.reduce((sum, one) => sum + one.devices, 0)
  const pause = Math.min(Math.max(PACE.least, devices * PACE.perDevice), PACE.most)
  const wait = row.waitsFor?.until ? (Date.parse(row.waitsFor.until) - at.getTime()) / SECOND : Infinity
  return Math.max(0, Math.min(pause, wait))
}

async function store({ tx, at }: Deciding, outcome: Outcome): Promise<void> {
  const { row, evidence } = outcome
  const end = row.state === 'running' ? expectedEnd(situationOf(row, evidence, at), evidence.rhythms) : null
  const { state, stage, hold: held, waitsFor, endedAt } = row
  // What has recovered is no longer accepted.
  const accepted = evidence.stages.map(({ accepted: { failed, troubled }, counts }) => ({
    failed,
    troubled: Math.min(troubled, counts.troubled),
  }))
  await tx
    .update(rollout)
    .set({
      state,
      stage,
      hold: held,
      waitsFor,
      endedAt,
      accepted,
      progress: progressOf(row, evidence.stages),
      expectedEnd: end === null ? null : new Date(end),
      // By the clock of the database.
      nextAt: sql`now() + ${pauseOf(outcome, at)}::float8 * interval '1 second'`,
    })
    .where(rollouts.is(row.spaceId, row.id))
}

/** Decides on a roll-out again as soon as its orders are given: their number is known then. */
const RETURN = `update rollout set next_at = now() where space_id = $1 and id = $2 and next_at is not null`

/**
 * Goes one step on with a roll-out. In one transaction under its lock it collects what became of its orders, and decides; then it gives the
 * orders that the decision allows. Several copies of the server may do it; what is killed is done again by the next.
 * @returns whether there is more to do at once
 */
export async function advanceRollout(deps: AdvanceDeps, key: Key): Promise<boolean> {
  const pool = deps.db.$client
  const at = deps.now()
  const step = async (tx: Queryable, client: PoolClient) => {
    if (!(await keepSpace(tx, key.spaceId))) return null
    const row = await lockedBy(tx, client, LOCK, key)
    if (!row) return null
    const deciding = { deps, tx, client, at }
    const evidence = await collect(client, row, at)
    const decided = await goOn(deciding, row, evidence)
    await store(deciding, decided)
    return { ...decided, isHeld: row.state !== decided.row.state && decided.row.state === 'paused' }
  }
  const outcome = await withPartitionOf(pool, at, () => inTransaction(pool, step))
  if (outcome?.isHeld) deps.dueMail.ring()
  if (outcome?.takesBack) return true
  if (!outcome?.allowed || (await giveOrders(deps, key, outcome.allowed)) === 0) return false
  await pool.query(RETURN, [key.spaceId, key.id])
  return true
}
