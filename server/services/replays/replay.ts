import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import type { ReplayState } from '#contract/replays'
import type { Queryable } from '../../db/database'
import { connector, connectorReplay, delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import type { Caller } from '../common/caller'
import { JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { type ConnectorRef, checkConnector, connectors } from '../connectors/connector'
import { selectReplays } from './columns'

/** Ids of a replay in a call. */
interface ReplayRef extends ConnectorRef {
  replayId: string
}

export type ReplayDeps = Pick<Deps, 'db' | 'now'>

const r = connectorReplay

/** The condition that a replay is of a connector. */
export const isOf = ({ spaceId, connectorId }: ConnectorRef) =>
  and(eq(r.spaceId, spaceId), eq(r.connectorId, connectorId))

const isThis = (ref: ReplayRef) => and(isOf(ref), eq(r.id, ref.replayId))

/** The condition that the caller sees all devices in the scope of a replay. */
function isSeen(caller: Caller): SQL | undefined {
  const limit = limitOf(caller)
  if (!limit) return undefined
  const own = sql`${sql.param([...limit])}::uuid[]`
  return sql`(${r.withinTagIds} <@ ${own} or (${r.tagIds} <> '{}' and ${r.tagIds} <@ ${own}))`
}

/** The replays of a connector as JSON texts, newest first. */
const read = async (
  db: Queryable,
  caller: Caller,
  which: SQL | undefined,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ json: string }>(selectReplays(caller, which, limit))
  return rows.map(({ json }) => json)
}

/** One replay. @throws ApiError 404 */
export async function readOne(db: Queryable, caller: Caller, ref: ReplayRef, which?: SQL): Promise<JsonText> {
  const [json] = await read(db, caller, and(isThis(ref), which), 1)
  if (json === undefined) throw notFound()
  return new JsonText(json)
}

/** The replays of a connector, newest first. @throws ApiError 404 */
export async function listReplays(
  db: Queryable,
  caller: Caller,
  ref: ConnectorRef,
  { limit }: { limit: number },
): Promise<JsonText> {
  await checkConnector(db, caller, ref)
  return new JsonText(`[${(await read(db, caller, and(isOf(ref), isSeen(caller)), limit)).join()}]`)
}

/** A replay of a connector. @throws ApiError 404 */
export async function readReplay(db: Queryable, caller: Caller, ref: ReplayRef): Promise<JsonText> {
  await checkConnector(db, caller, ref)
  return readOne(db, caller, ref, isSeen(caller))
}

/** Deliveries of a stopped replay: those that were not made are marked as failed, or deleted if they were never tried. */
async function giveUp(tx: Queryable, { spaceId, connectorId, replayId }: ReplayRef): Promise<void> {
  await tx
    .update(delivery)
    .set({
      state: sql`case when ${delivery.attempts} > 0 then 'failed' else 'cancelled' end`,
      dueAt: null,
      nextAttemptAt: null,
      isTaken: false,
    })
    .where(
      and(
        eq(delivery.spaceId, spaceId),
        eq(delivery.connectorId, connectorId),
        eq(delivery.replayId, replayId),
        eq(delivery.state, 'pending'),
        sql`not (${delivery.isTaken} and ${delivery.dueAt} > now())`,
      ),
    )
}

/**
 * Stops replays that were paused before a time, and forgotten: their deliveries would keep those of all spaces from being deleted. The time
 * of a pause is stored as that of the next step.
 */
export async function stopForgottenReplays(deps: ReplayDeps, before: Date): Promise<void> {
  const forgotten = await deps.db
    .select({ spaceId: r.spaceId, connectorId: r.connectorId, replayId: r.id })
    .from(r)
    .where(and(eq(r.state, 'paused'), lt(r.nextAt, before)))
  for (const ref of forgotten)
    await deps.db.transaction(async (tx) => {
      const isStill = and(isThis(ref), eq(r.state, 'paused'), lt(r.nextAt, before))
      const [stopped] = await tx
        .update(r)
        .set({ state: 'stopped', endedAt: deps.now() })
        .where(isStill)
        .returning({ sent: r.sent })
      if (!stopped) return
      await giveUp(tx, ref)
      await noteChange(tx, deps, null, ref, { action: 'connector.replayStop', sent: stopped.sent })
    })
}

/** Records a change of a replay in the audit log. */
async function noteChange(
  tx: Queryable,
  deps: ReplayDeps,
  actor: Caller | null,
  ref: ReplayRef,
  { action, sent }: { action: AuditAction; sent: number },
): Promise<void> {
  const [of] = await tx
    .select({ name: connector.name })
    .from(connector)
    .where(connectors.is(ref.spaceId, ref.connectorId))
  await note(tx, deps, actor, {
    action,
    spaceId: ref.spaceId,
    target: { id: ref.connectorId, name: of?.name ?? null },
    after: { count: sent },
  })
}

const CHANGES = {
  pause: { to: 'paused', action: 'connector.replayPause' },
  resume: { to: 'running', action: 'connector.replayResume' },
  stop: { to: 'stopped', action: 'connector.replayStop' },
} as const satisfies Record<string, { to: ReplayState; action: AuditAction }>

/**
 * Pauses, resumes or stops a replay. Requests that are being sent are completed.
 * @throws ApiError 404, 409 if it has ended
 */
export async function changeReplay(
  deps: ReplayDeps,
  caller: Caller,
  ref: ReplayRef,
  change: keyof typeof CHANGES,
): Promise<JsonText> {
  const { to, action } = CHANGES[change]
  return deps.db.transaction(async (tx) => {
    await checkConnector(tx, caller, ref)
    const [before] = await tx
      .select({ state: r.state, sent: r.sent })
      .from(r)
      .where(and(isThis(ref), isSeen(caller)))
      .for('update')
    if (!before) throw notFound()
    if (before.state !== to) {
      if (before.state === 'done' || before.state === 'stopped')
        throw new ApiError(409, 'the replay has ended')
      await tx
        .update(r)
        .set({ state: to, ...(to === 'stopped' && { endedAt: deps.now() }), nextAt: sql`now()` })
        .where(isThis(ref))
      if (to === 'stopped') await giveUp(tx, ref)
      await noteChange(tx, deps, caller, ref, { action, sent: before.sent })
    }
    return readOne(tx, caller, ref)
  })
}
