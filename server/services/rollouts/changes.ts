import { sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { AuditAction } from '#contract/audit'
import {
  isEnded,
  type LeftOut,
  MUTED_DEVICES_MAX,
  ROLLOUTS_RUNNING_MAX,
  type RolloutCreate,
  rolloutEntity,
  type rolloutsApi,
  type Trial,
} from '#contract/rollouts'
import { inTransaction, type Queryable } from '../../db/database'
import { rollout, rolloutDevice } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { note } from '../audit/note'
import { type Caller, nameOf, userIdOf } from '../common/caller'
import type { JsonText } from '../common/json'
import { lockSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { incrementVersion } from '../resources/version'
import { checkTags, findCandidates } from './candidates'
import { collect } from './evidence'
import { freshStage, type Planned, planOf, trialOf } from './plan'
import {
  checkOrder,
  createDraft,
  lockRollout,
  openRollouts,
  orderOf,
  type RolloutRow,
  rollouts,
} from './rollouts'
import { nextStage, progressOf } from './stages'
import { stopOrders } from './stopOrders'

/** Dependencies of changes of roll-outs. */
export type ChangeDeps = Pick<Deps, 'db' | 'now' | 'dueRollouts'>

/** The error for a roll-out that cannot be changed in this way. */
export const conflict = (message: string) => new ApiError(409, message)
export const notStarted = () => conflict('the roll-out has not started')
const ended = () => conflict('the roll-out has ended')

/** What a roll-out would do if it started now. @throws ApiError 400, 403 */
export async function tryRollout(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: z.output<(typeof rolloutsApi)['try']['body']>,
): Promise<Trial> {
  checkOrder(caller, input.order)
  await checkTags(deps.db, spaceId, input.order)
  const reading = { client: deps.db.$client, now: deps.now }
  const found = await findCandidates(reading, caller, spaceId, input.scope, input.order)
  const definition = {
    stages: input.stages,
    hours: input.hours,
    atOnce: input.at_once,
    includesSilent: input.includes_silent,
  }
  return trialOf(found, input.order, definition, deps.now().getTime())
}

/** Devices that one statement adds to a roll-out. */
const MEMBERS = 5000

async function insertMembers(tx: Queryable, row: RolloutRow, planned: readonly Planned[], at: Date) {
  const members = planned.map((one) => ({
    spaceId: row.spaceId,
    rolloutId: row.id,
    deviceId: one.device.id,
    deviceName: one.device.name,
    ...('stage' in one
      ? { stage: one.stage, state: 'waiting' as const }
      : { stage: null, state: 'left_out' as const, reason: one.leftOut, settledAt: at }),
  }))
  for (let from = 0; from < members.length; from += MEMBERS)
    await tx.insert(rolloutDevice).values(members.slice(from, from + MEMBERS))
}

function leftOutOf(planned: readonly Planned[]): Partial<Record<LeftOut, number>> {
  const counts: Partial<Record<LeftOut, number>> = {}
  for (const one of planned) if ('leftOut' in one) counts[one.leftOut] = (counts[one.leftOut] ?? 0) + 1
  return counts
}

/** Starts a locked draft with its devices. @throws ApiError 400 if too many run, 409 without any device */
export async function begin(
  tx: Queryable,
  caller: Caller,
  row: RolloutRow,
  planned: readonly Planned[],
  at: Date,
): Promise<void> {
  if ((await tx.$count(rollout, openRollouts(row.spaceId))) >= ROLLOUTS_RUNNING_MAX)
    throw new ApiError(400, `a space has at most ${ROLLOUTS_RUNNING_MAX} roll-outs that run at a time`)
  const counts = row.stages.map(
    (_, stage) => planned.filter((one) => 'stage' in one && one.stage === stage).length,
  )
  const taking = counts.reduce((sum, count) => sum + count, 0)
  if (row.order.kind === 'mute' && taking > MUTED_DEVICES_MAX)
    throw new ApiError(400, `a roll-out mutes at most ${MUTED_DEVICES_MAX} devices: mute a tag instead`)
  if (taking === 0) throw conflict('the roll-out has no devices: it leaves all of them out')
  await insertMembers(tx, row, planned, at)
  const [first, ...later] = progressOf(
    row,
    counts.map((count) => freshStage(count)),
  )
  const progress = first ? [{ ...first, started_at: at.toISOString() }, ...later] : []
  await tx
    .update(rollout)
    .set({
      state: 'running',
      startedAt: at,
      startedBy: nameOf(caller),
      startedById: userIdOf(caller),
      nextAt: sql`now()`,
      progress,
      accepted: row.stages.map(() => ({ failed: 0, troubled: 0 })),
      leftOut: leftOutOf(planned),
      ...incrementVersion(rollout),
    })
    .where(rollouts.is(row.spaceId, row.id))
}

/** A locked roll-out, in the transaction of its change. */
export interface Changing {
  tx: Queryable
  client: Parameters<typeof collect>[0]
  row: RolloutRow
  at: Date
}

/** Changes a locked roll-out, and records it in the audit log. @returns the roll-out afterwards */
export async function change(
  deps: ChangeDeps,
  caller: Caller,
  key: Key,
  action: AuditAction,
  work: (changing: Changing) => Promise<unknown>,
  /** Id of what it creates, which is then what is logged and returned. */
  created?: string,
): Promise<JsonText> {
  const { db, now } = deps
  const answer = await inTransaction(db.$client, async (tx, client) => {
    await lockSpace(tx, key.spaceId)
    const row = await lockRollout(tx, caller, key)
    checkOrder(caller, row.order, await orderOf(tx, row))
    await work({ tx, client, row, at: now() })
    const shown = { ...key, id: created ?? key.id }
    const [after] = await tx
      .select({ state: rollout.state, stage: rollout.stage, version: rollout.version })
      .from(rollout)
      .where(rollouts.is(shown.spaceId, shown.id))
    await note(tx, { now }, caller, {
      action,
      spaceId: key.spaceId,
      target: { id: shown.id, name: row.name },
      before: created === undefined ? { state: row.state, stage: row.stage + 1 } : { rollback_of: row.id },
      after: { state: after?.state ?? row.state, stage: (after?.stage ?? row.stage) + 1 },
      version: after?.version,
    })
    return rollouts.readRow({ db: tx, now }, shown, { caller })
  })
  deps.dueRollouts.ring()
  return answer
}

/** Changes the row of a locked roll-out. */
export const set = async ({ tx, row }: Changing, values: PgUpdateSetSource<typeof rollout>) =>
  tx
    .update(rollout)
    .set({ ...values, ...incrementVersion(rollout) })
    .where(rollouts.is(row.spaceId, row.id))

/** Starts a roll-out: its devices are frozen. @throws ApiError 400, 403, 404, 409 if it has started, or has no devices */
export async function startRollout(deps: ChangeDeps, caller: Caller, key: Key): Promise<JsonText> {
  return change(deps, caller, key, 'rollout.start', async ({ tx, client, row, at }) => {
    if (row.state !== 'draft') throw conflict('the roll-out has started')
    await checkTags(tx, row.spaceId, row.order)
    const reading = { client, now: deps.now }
    const found = await findCandidates(reading, caller, row.spaceId, row.scope, row.order)
    await begin(tx, caller, row, planOf(found, row.order, row), at)
  })
}

const createdSchema = rolloutEntity.schema.pick({ id: true })

/** Creates a roll-out, and starts it if that is wanted. @throws ApiError 400, 403, 409 without any device: then nothing is stored */
export async function createRollout(
  deps: ChangeDeps,
  caller: Caller,
  spaceId: string,
  { start, ...input }: RolloutCreate & { start: boolean },
): Promise<JsonText> {
  if (input.order.kind === 'rollback') throw new ApiError(400, 'order cannot be a rollback')
  if (!start) return createDraft(deps, caller, spaceId, input)
  const { db, now } = deps
  await checkTags(db, spaceId, input.order)
  const reading = { client: db.$client, now }
  const found = await findCandidates(reading, caller, spaceId, input.scope, input.order)
  const answer = await db.transaction(async (tx) => {
    const at = now()
    const created = await createDraft({ db: tx, now }, caller, spaceId, input)
    const { id } = createdSchema.parse(JSON.parse(created.text))
    const row = await lockRollout(tx, caller, { spaceId, id })
    await begin(tx, caller, row, planOf(found, row.order, row), at)
    const target = { id, name: row.name }
    const after = { state: 'running', devices: found.length }
    await note(tx, { now }, caller, { action: 'rollout.start', spaceId, target, after })
    return rollouts.readRow({ db: tx, now }, { spaceId, id }, { caller })
  })
  deps.dueRollouts.ring()
  return answer
}

/** Pauses a roll-out: nothing more is ordered. @throws ApiError 403, 404, 409 */
export async function pauseRollout(deps: ChangeDeps, caller: Caller, key: Key): Promise<JsonText> {
  return change(deps, caller, key, 'rollout.pause', async (changing) => {
    const { row } = changing
    if (row.state === 'draft') throw notStarted()
    if (isEnded(row)) throw ended()
    if (row.state === 'running') await set(changing, { state: 'paused', waitsFor: null })
  })
}

/** Goes on with a paused roll-out. Its failures and troubles so far no longer hold it. @throws ApiError 403, 404, 409 */
export async function resumeRollout(deps: ChangeDeps, caller: Caller, key: Key): Promise<JsonText> {
  return change(deps, caller, key, 'rollout.resume', async (changing) => {
    const { row, client, at } = changing
    if (row.state === 'draft') throw notStarted()
    if (isEnded(row)) throw ended()
    if (row.state === 'running') return
    const { stages } = await collect(client, row, at)
    const accepted = stages.map(({ counts: { failed, troubled } }) => ({ failed, troubled }))
    await set(changing, { state: 'running', hold: null, accepted, nextAt: sql`now()` })
  })
}

/**
 * Begins the next stage now.
 * @param after the stage that the caller has seen, counted from 0: two callers do not skip one
 * @throws ApiError 403, 404, 409 if it does not run, is in its last stage, or in another one than `after`
 */
export async function beginNextStage(
  deps: ChangeDeps,
  caller: Caller,
  key: Key,
  after?: number,
): Promise<JsonText> {
  return change(deps, caller, key, 'rollout.next', async (changing) => {
    const { row, at } = changing
    if (row.state !== 'running') throw conflict('the roll-out does not run')
    if (after !== undefined && row.stage !== after) throw conflict('the roll-out is in another stage by now')
    if (row.stage >= row.stages.length - 1) throw conflict('the roll-out is in its last stage')
    await set(changing, { ...nextStage(row, at), waitsFor: null, nextAt: sql`now()` })
  })
}

/** Stops a locked roll-out. */
export async function stop(changing: Changing, userId: string | null) {
  const { tx, client, row, at } = changing
  // An order that has expired is known before the others are cancelled.
  await collect(client, row, at)
  await stopOrders(tx, row, { at, userId })
  await set(changing, {
    state: 'stopped',
    endedAt: at,
    waitsFor: null,
    expectedEnd: null,
    nextAt: sql`now()`,
  })
}

/** Stops a roll-out for good: orders that wait are cancelled. @throws ApiError 403, 404, 409 */
export async function stopRollout(deps: ChangeDeps, caller: Caller, key: Key): Promise<JsonText> {
  return change(deps, caller, key, 'rollout.stop', async (changing) => {
    if (changing.row.state === 'draft') throw notStarted()
    if (isEnded(changing.row)) throw ended()
    await stop(changing, userIdOf(caller))
  })
}
