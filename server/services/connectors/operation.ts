import { and, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import type { z } from 'zod'
import { DAY } from '#contract/common/durations'
import { PAUSE_DAYS, type pauseSchema, type Resume } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorOperation } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { cancelTests } from '../attempts/connectorTests'
import { note } from '../audit/note'
import type { Caller } from '../common/caller'
import { JsonText } from '../common/json'
import { isOperationOf, lockOperation, noteHeld } from '../deliveries/operation'
import { RELEASED, skipUntil, waitingOf } from '../deliveries/pauses'
import { countWaiting, IS_LATER, makeDue, sendFirst, sendThrough } from '../deliveries/sendNow'
import { type ConnectorRef, checkConnector, connectors, isSeen } from './connector'
import { OPERATION, OPERATION_ALONE } from './operationColumn'

type OperationDeps = Pick<Deps, 'db' | 'now' | 'settings'>

/** The operation of a connector. @throws ApiError 404 */
export async function readOperation(db: Queryable, caller: Caller, ref: ConnectorRef): Promise<JsonText> {
  const { rows } = await db.execute<{ json: string }>(
    sql`select ${sql.raw(OPERATION_ALONE)}::text as json from connector where ${isSeen(caller, ref)}`,
  )
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** The operation of a connector after a change, with the number of deliveries that it affects. */
async function answerOf(tx: Queryable, { spaceId, connectorId }: ConnectorRef, count: number) {
  const { rows } = await tx.execute<{ json: string }>(sql`
    select json_build_object('connector_id', connector.id, 'operation', ${sql.raw(OPERATION)}, 'count', ${count}::int)::text as json
    from connector where ${connectors.is(spaceId, connectorId)}`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** Locks a connector that the caller sees, and its operation. @throws ApiError 404 */
async function lock(tx: Queryable, caller: Caller, ref: ConnectorRef) {
  await checkConnector(tx, caller, ref)
  const operation = await lockOperation(tx, ref)
  const [found] = await tx
    .select({ name: connector.name, enabled: connector.enabled })
    .from(connector)
    .where(connectors.is(ref.spaceId, ref.connectorId))
  if (!operation || !found) throw notFound()
  return { ...found, operation }
}

/** The end of a pause. @throws ApiError 400 */
function endOf(given: string | undefined, { now, settings }: OperationDeps): Date {
  const at = now().getTime()
  const days = settings.deliveryRetentionDays
  if (given === undefined) return new Date(at + Math.min(PAUSE_DAYS, days) * DAY)
  const until = Date.parse(given)
  if (until <= at) throw new ApiError(400, 'until must be later than now')
  if (until > at + days * DAY) throw new ApiError(400, `until must be at most ${days} days ahead`)
  return new Date(until)
}

/**
 * Pauses a connector, or changes how its pause ends. Requests that are being sent are completed.
 * @throws ApiError 400, 404, 409 if it is off or was stopped
 */
export async function pauseConnector(
  deps: OperationDeps,
  caller: Caller,
  ref: ConnectorRef,
  input: z.output<typeof pauseSchema>,
): Promise<JsonText> {
  const until = endOf(input.until, deps)
  return deps.db.transaction(async (tx) => {
    const { name, enabled, operation } = await lock(tx, caller, ref)
    if (!enabled) throw new ApiError(409, 'a disabled connector cannot be paused')
    if (operation.state === 'stopped') throw new ApiError(409, 'a stopped connector cannot be paused')
    // What was away is opened slowly, also after a pause.
    const openTo = operation.state === 'waiting' || operation.openTo !== null ? 1 : null
    const since = operation.state === 'paused' ? operation.since : deps.now()
    await tx
      .update(connectorOperation)
      .set({ ...RELEASED, state: 'paused', since, until, backlog: input.then, openTo })
      .where(isOperationOf(ref))
    await noteHeld(tx, ref, deps.now())
    await note(tx, deps, caller, {
      action: 'connector.pause',
      spaceId: ref.spaceId,
      target: { id: ref.connectorId, name },
      after: { until: until.toISOString(), backlog: input.then },
    })
    return answerOf(tx, ref, await waitingOf(tx, ref))
  })
}

/** Ends the hold of a connector, if there is one. A receiver that was away gets its load back slowly. @throws ApiError 404 */
async function letGo(
  deps: OperationDeps,
  caller: Caller,
  ref: ConnectorRef,
  { backlog }: Resume,
): Promise<JsonText> {
  return deps.db.transaction(async (tx) => {
    const { name, operation } = await lock(tx, caller, ref)
    const { state } = operation
    const isSkipping = operation.skipBefore !== null
    if (state === 'on' && (!isSkipping || backlog === 'skip')) return answerOf(tx, ref, 0)
    const count = await waitingOf(tx, ref)
    await tx
      .update(connectorOperation)
      .set({
        ...RELEASED,
        since: deps.now(),
        ...((state === 'waiting' || state === 'stopped') && { openTo: 1 }),
        // Deliveries that are not skipped yet are delivered after all.
        ...(backlog === 'skip' ? skipUntil(deps.now(), count) : { skipBefore: null }),
      })
      .where(isOperationOf(ref))
    await noteHeld(tx, ref, deps.now())
    await note(tx, deps, caller, {
      action: 'connector.resume',
      spaceId: ref.spaceId,
      target: { id: ref.connectorId, name },
      before: { state },
      after: { backlog, count },
    })
    return answerOf(tx, ref, count)
  })
}

/** How a connector is held back; while it skips waiting deliveries, this is a pause. */
async function heldStateOf(db: Queryable, ref: ConnectorRef) {
  const [found] = await db
    .select({ state: connectorOperation.state, skipBefore: connectorOperation.skipBefore })
    .from(connectorOperation)
    .where(isOperationOf(ref))
  return found?.skipBefore ? 'paused' : (found?.state ?? 'on')
}

/**
 * Resumes a connector that is paused, waits for its receiver or was stopped. All waiting deliveries become due, unless they are skipped.
 * @throws ApiError 404
 */
export async function resumeConnector(
  deps: OperationDeps & Pick<Deps, 'dueDeliveries'>,
  caller: Caller,
  ref: ConnectorRef,
  input: Resume,
): Promise<JsonText> {
  await checkConnector(deps.db, caller, ref)
  // Done before it goes on: if the server is killed in between, it is still held back.
  if (input.backlog === 'deliver' && (await heldStateOf(deps.db, ref)) !== 'on') await makeDue(deps, ref)
  const json = await letGo(deps, caller, ref, input)
  deps.dueDeliveries.ring()
  return json
}

/**
 * Sends waiting deliveries of a connector now, whatever they wait for; none that is being sent is sent twice. Selected ones go before all
 * others, and even if the connector is paused or stopped. A receiver that is away is tried. Sending all deliveries of a connector resumes
 * it.
 * @param which condition on the waiting deliveries that the caller sees
 * @param isChoice whether it leaves out some
 * @throws ApiError 404
 */
export async function sendWaiting(
  deps: OperationDeps & Pick<Deps, 'dueDeliveries' | 'dueTests'>,
  caller: Caller,
  ref: ConnectorRef,
  { which, isChoice }: { which: SQL | undefined; isChoice: boolean },
): Promise<{ count: number }> {
  await checkConnector(deps.db, caller, ref)
  const held = await heldStateOf(deps.db, ref)
  const isClosed = held === 'paused' || held === 'stopped'
  const count = await deps.db.transaction(async (tx) => {
    // Deliveries that are already due are counted if the connector was held back, because they are sent as well.
    const all = async () => countWaiting(tx, ref, held === 'on' ? and(IS_LATER, which) : which)
    const some = async () => (isClosed ? sendThrough(tx, ref, which) : sendFirst(deps, tx, ref, which))
    const count = isChoice ? await some() : await all()
    const { name } = await lock(tx, caller, ref)
    await note(tx, deps, caller, {
      action: 'delivery.send',
      spaceId: ref.spaceId,
      target: { id: ref.connectorId, name },
      after: { count },
    })
    return count
  })
  // The selected deliveries that were not put before all others.
  const others = isChoice && isClosed ? 0 : await makeDue(deps, ref, which)
  if (held === 'waiting' || (isClosed && !isChoice)) await letGo(deps, caller, ref, { backlog: 'deliver' })
  deps.dueDeliveries.ring()
  deps.dueTests.ring()
  return { count: isChoice ? count + others : count }
}

/**
 * Pauses all connectors of a database that no server uses yet, in the transaction of the caller, so that a copy of an installation sends
 * nothing. Waiting tests are cancelled. Longer pauses stay, and so does what they do with waiting deliveries.
 * @returns how many
 */
export async function pauseAllConnectors(client: Client, days: number): Promise<number> {
  const at = new Date()
  const until = new Date(at.getTime() + days * DAY)
  const tx = drizzle(client)
  await cancelTests(tx)
  const found = await tx.select({ spaceId: connector.spaceId, connectorId: connector.id }).from(connector)
  let count = 0
  for (const ref of found) {
    const operation = await lockOperation(tx, ref)
    if (!operation || operation.state === 'stopped') continue
    const isPaused = operation.state === 'paused'
    const openTo = operation.state === 'waiting' || operation.openTo !== null ? 1 : null
    await tx
      .update(connectorOperation)
      .set(
        isPaused
          ? { until: operation.until && operation.until > until ? operation.until : until }
          : { ...RELEASED, state: 'paused', since: at, until, backlog: 'deliver', openTo },
      )
      .where(isOperationOf(ref))
    if (!isPaused) await noteHeld(tx, ref, at)
    count++
  }
  return count
}
