import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { typesOf } from '#contract/messages'
import {
  REPLAY_COUNTED_MAX,
  REPLAY_NAMED_MAX,
  REPLAYS_KEPT,
  type replayCreateSchema,
} from '#contract/replays'
import { type Queryable, violatedConstraint } from '../../db/database'
import { connector, connectorReplay, connectorTag, device, tag } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { authorize, type Caller, nameOf } from '../common/caller'
import { newId } from '../common/ids'
import { JsonText } from '../common/json'
import { hasAllowedTag, limitOf } from '../common/visibility'
import { type ConnectorRef, checkConnector, connectors } from '../connectors/connector'
import { messageSlice } from '../messages/page'
import { isOf, type ReplayDeps, readOne } from './replay'
import { countOf, type Scope, sampleOf } from './which'

type Input = z.output<typeof replayCreateSchema>

const r = connectorReplay

const noSuch = (name: 'device_id' | 'tag_id', table: string) =>
  new ApiError(400, `${name} has the id of no ${table} in this space`)

/** The given ids, each once. @throws ApiError 400 for too many */
function named(name: 'device_id' | 'tag_id', given: readonly string[] | undefined): string[] {
  const ids = [...new Set((given ?? []).map((id) => id.toLowerCase()))]
  if (ids.length > REPLAY_NAMED_MAX)
    throw new ApiError(400, `${name} must have at most ${REPLAY_NAMED_MAX} ids`)
  return ids
}

/** Checks that the caller sees the given devices and tags. @throws ApiError 400 */
async function checkNamed(
  db: Queryable,
  caller: Caller,
  { spaceId, deviceIds, tagIds }: Pick<Scope, 'spaceId' | 'deviceIds' | 'tagIds'>,
): Promise<void> {
  const limit = limitOf(caller)
  if (limit && !tagIds.every((id) => limit.includes(id))) throw noSuch('tag_id', 'tag')
  const isDevice = and(
    eq(device.spaceId, spaceId),
    inArray(device.id, deviceIds),
    hasAllowedTag(caller, 'device', device),
  )
  if (deviceIds.length > 0 && (await db.$count(device, isDevice)) < deviceIds.length)
    throw noSuch('device_id', 'device')
  const isTag = and(eq(tag.spaceId, spaceId), inArray(tag.id, tagIds))
  if (tagIds.length > 0 && (await db.$count(tag, isTag)) < tagIds.length) throw noSuch('tag_id', 'tag')
}

/**
 * The messages to send. Filters that are not given are those of new messages: the types that trigger the connector, from devices that carry
 * one of its tags.
 * @throws ApiError 400, 404
 */
async function scopeOf(
  { db, now }: ReplayDeps,
  caller: Caller,
  ref: ConnectorRef,
  input: Input,
): Promise<Scope & { name: string; enabled: boolean }> {
  const { spaceId, connectorId } = ref
  await checkConnector(db, caller, ref)
  const [of] = await db
    .select({
      name: connector.name,
      enabled: connector.enabled,
      direction: connector.direction,
      triggers: connector.triggers,
    })
    .from(connector)
    .where(connectors.is(spaceId, connectorId))
  if (!of) throw notFound()
  const before = Math.min(input.before, now().getTime())
  if (input.after >= before) throw new ApiError(400, 'after must be earlier than before, and than now')
  const deviceIds = named('device_id', input.device_id)
  const tagIds = named('tag_id', input.tag_id)
  await checkNamed(db, caller, { spaceId, deviceIds, tagIds })
  if (deviceIds.length === 0 && tagIds.length === 0) {
    const isOwn = and(eq(connectorTag.spaceId, spaceId), eq(connectorTag.connectorId, connectorId))
    const own = await db.select({ id: connectorTag.tagId }).from(connectorTag).where(isOwn)
    if (own.length === 0)
      throw new ApiError(400, 'the connector has no tags: device_id or tag_id must be given')
    tagIds.push(...own.map(({ id }) => id))
  }
  const types = input.type?.length ? [...new Set(input.type)] : of.triggers
  if (!input.type?.length && typesOf(types).length === 0)
    throw new ApiError(400, 'the connector has no message types as triggers: type must be given')
  const within = limitOf(caller)
  return {
    spaceId,
    connectorId,
    name: of.name,
    enabled: of.enabled,
    after: new Date(input.after),
    before: new Date(before),
    direction: of.direction,
    deviceIds,
    tagIds,
    withinTagIds: within ? [...within] : null,
    types,
    failedOnly: input.failed_only,
  }
}

interface Counted {
  count: number
  device_count: number
}

/** Deletes replays that have ended and are no longer kept. */
async function forgetOld(tx: Queryable, ref: ConnectorRef): Promise<void> {
  const kept = tx.select({ id: r.id }).from(r).where(isOf(ref)).orderBy(sql`${r.id} desc`).limit(REPLAYS_KEPT)
  await tx.delete(r).where(and(isOf(ref), inArray(r.state, ['stopped', 'done']), notInArray(r.id, kept)))
}

/**
 * Begins to send messages again, or only returns how many that would be.
 * @throws ApiError 400, 403, 404, 409 if the connector is off, or another replay of it has not ended
 */
export async function startReplay(
  deps: ReplayDeps,
  caller: Caller,
  ref: ConnectorRef,
  input: Input,
): Promise<JsonText> {
  authorize(caller, 'space:message:read')
  const { db } = deps
  const { name, enabled, ...scope } = await scopeOf(deps, caller, ref, input)
  if (!input.dry_run && !enabled) throw new ApiError(409, 'a disabled connector cannot replay')
  const { rows } = await db.$client.query<Counted>(countOf(scope))
  const { count, device_count } = rows[0] ?? { count: 0, device_count: 0 }
  const answer = (sample: string, replay: string) =>
    new JsonText(`{"count":${count},"device_count":${device_count},"sample":${sample},"replay":${replay}}`)
  if (input.dry_run) {
    const some = await db.$client.query<{ id: string }>(sampleOf(scope))
    const slice = messageSlice(
      ref.spaceId,
      some.rows.map(({ id }) => id),
    )
    const sample = await db.$client.query<{ json: string }>(slice)
    return answer(sample.rows[0]?.json ?? '[]', 'null')
  }
  const total = count > REPLAY_COUNTED_MAX ? null : count
  const id = newId(deps.now())
  try {
    return await db.transaction(async (tx) => {
      await tx.insert(r).values({
        id,
        spaceId: scope.spaceId,
        connectorId: scope.connectorId,
        createdAt: deps.now(),
        createdBy: nameOf(caller),
        after: scope.after,
        before: scope.before,
        direction: scope.direction,
        deviceIds: scope.deviceIds,
        tagIds: scope.tagIds,
        withinTagIds: scope.withinTagIds,
        types: [...scope.types],
        failedOnly: scope.failedOnly,
        rate: input.rate ?? null,
        total,
      })
      await forgetOld(tx, ref)
      await note(tx, deps, caller, {
        action: 'connector.replay',
        spaceId: ref.spaceId,
        target: { id: ref.connectorId, name },
        after: {
          after: scope.after.toISOString(),
          before: scope.before.toISOString(),
          failed_only: scope.failedOnly,
          count: total,
        },
      })
      const one = await readOne(tx, caller, { ...ref, replayId: id })
      return answer('[]', one.text)
    })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'connector_replay_one')
      throw new ApiError(409, 'another replay of this connector is running')
    if (constraint === 'connector_replay_connector') throw notFound()
    throw error
  }
}
