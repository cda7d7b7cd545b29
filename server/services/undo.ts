import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type AuditEntry,
  isUndoableDeletion,
  UNDO_ERRORS,
  UNDOABLE_CHANGES,
  type UndoableChange,
} from '#contract/audit'
import { ownOf } from '#contract/common'
import { connectorEntity } from '#contract/connectors'
import { deviceEntity } from '#contract/devices'
import type { Logging } from '#contract/entity'
import { tagEntity, tagsInputSchema } from '#contract/tags'
import type { Queryable } from '../db/database'
import { withPartitionOf } from '../db/partitions'
import { auditEntry, trash } from '../db/schema'
import type { Deps } from '../deps'
import { ApiError, notFound } from '../errors'
import { readEntry } from './audit/list'
import type { Person } from './common/caller'
import type { JsonText } from './common/json'
import { connectors, updateConnector } from './connectors/connector'
import { configurationLog, wishSettings } from './devices/configuration'
import { devices, updateDevice } from './devices/devices'
import { lockSpace } from './resources/spaceNames'
import type { Clocked, Key } from './resources/spaceQueries'
import type { ChangeOptions } from './resources/spaceResource'
import { changeSettings, settingsLog } from './series/settings'
import { tags, updateTag } from './spaces/tags'
import { restoreOne } from './trash/restore'

const missing = (): never => {
  throw new Error('an undoing left no entry in the audit log')
}

type Fields = NonNullable<AuditEntry['after']>

/** How the records of a resource are locked, and how they get fields back, by the ordinary update. */
interface Way<Update> {
  entity: { log: Readonly<Record<string, Logging>>; update: z.ZodType<Update> }
  resource: { lock: (tx: Queryable, key: Key, change: 'update') => Promise<Fields> }
  update: (
    deps: Clocked,
    caller: Person,
    key: Key,
    fields: Update,
    options: ChangeOptions,
  ) => Promise<unknown>
  /** Locks what the update locks before the record. */
  first?: (tx: Queryable, spaceId: string) => Promise<unknown>
}

/** @throws ApiError 409 for values that a newer server no longer accepts */
function parse<Update>(schema: z.ZodType<Update>, fields: Fields): Update {
  const { success, data } = schema.safeParse(fields)
  if (!success) throw new ApiError(409, UNDO_ERRORS.impossible)
  return data
}

/** Defines how a change of a resource is undone. */
const way = <Update>({ entity, resource, update, first }: Way<Update>) => {
  const logging = new Map(Object.entries(entity.log))
  return {
    /** Whether the log has the values of fields: it masks secrets. */
    hasValues: (fields: Fields) => Object.keys(fields).every((name) => logging.get(name) !== 'secret'),
    lock: async (tx: Queryable, key: Key) => {
      await first?.(tx, key.spaceId)
      return resource.lock(tx, key, 'update')
    },
    setBack: (deps: Clocked, caller: Person, key: Key, before: Fields, undoes: string) =>
      update(deps, caller, key, parse(entity.update, before), { undoes }),
  }
}

const WAYS: Record<UndoableChange, ReturnType<typeof way>> = {
  'device.update': way({ entity: deviceEntity, resource: devices, update: updateDevice }),
  'tag.update': way({ entity: tagEntity, resource: tags, update: updateTag, first: lockSpace }),
  'connector.update': way({
    entity: connectorEntity,
    resource: connectors,
    update: updateConnector,
    first: lockSpace,
  }),
  'series.update': way({ ...settingsLog, update: changeSettings }),
  'configuration.update': way({
    ...configurationLog,
    update: ({ db, now }, caller, { spaceId, id: deviceId }, wishes, options) =>
      wishSettings(db, { now }, caller, { spaceId, deviceId }, wishes, options),
  }),
}

const isUndoableChange = (action: string): action is UndoableChange =>
  UNDOABLE_CHANGES.some((undoable) => undoable === action)

/** Tags are the same if their ids are: renaming a tag is not a change of what carries it. */
function comparable(name: string, value: unknown) {
  // A setting may have this name as well.
  const { success, data } = tagsInputSchema.safeParse(value)
  return name === 'tags' && success ? new Set(data.map(({ id }) => id)) : value
}

const isAsIn = (after: Fields, current: Fields) =>
  Object.keys(after).every((name) =>
    isDeepStrictEqual(comparable(name, ownOf(current, name) ?? null), comparable(name, after[name])),
  )

/** @throws ApiError 409 if it was deleted since */
async function lockTarget(tx: Queryable, { lock }: ReturnType<typeof way>, target: Key): Promise<Fields> {
  try {
    return await lock(tx, target)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new ApiError(409, UNDO_ERRORS.deleted)
    throw error
  }
}

/** The entry, locked so that nobody else undoes it until the transaction ends. @throws ApiError 404, 409 */
async function lockEntry(tx: Queryable, spaceId: string, entryId: string) {
  const [entry] = await tx
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, entryId)))
    .for('update')
  if (!entry) throw notFound()
  const { action, targetId, before, after, undoneBy } = entry
  if (undoneBy !== null) throw new ApiError(409, UNDO_ERRORS.undone)
  const isEmpty = !before || !after || Object.keys(after).length === 0
  if (!isUndoableChange(action) || isEmpty || targetId === null || !WAYS[action].hasValues(after))
    throw new ApiError(409, UNDO_ERRORS.impossible)
  return { way: WAYS[action], before, after, target: { spaceId, id: targetId } }
}

/**
 * Restores the record that an entry has deleted. The trash is locked before the entry, as when it is restored there.
 * @returns the id of the entry of the undoing; null if the entry is no deletion
 * @throws ApiError 404, 409
 */
async function undoDeletion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  entryId: string,
): Promise<string | null> {
  const read = async () => {
    const [entry] = await db
      .select({ action: auditEntry.action, undoneBy: auditEntry.undoneBy })
      .from(auditEntry)
      .where(and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, entryId)))
    if (!entry) throw notFound()
    return entry
  }
  if (!isUndoableDeletion((await read()).action)) return null
  const written = await restoreOne({ db, now }, caller, spaceId, eq(trash.entryId, entryId))
  if (written !== null) return written
  throw new ApiError(409, (await read()).undoneBy === null ? UNDO_ERRORS.emptied : UNDO_ERRORS.undone)
}

/**
 * Undoes a change of a device, a tag, a connector or display settings of values: the changed fields get back their values, by an ordinary
 * update, if they still have those that the change gave them. A deletion is undone by restoring the record from the trash.
 * @returns the entry of the undoing
 * @throws ApiError 400 for tags that were deleted since, 404, 409 with one of `UNDO_ERRORS`
 */
export async function undo(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  { spaceId, entryId }: { spaceId: string; entryId: string },
): Promise<JsonText> {
  const restored = await undoDeletion({ db, now }, caller, spaceId, entryId)
  if (restored !== null) return (await readEntry(db, spaceId, restored)) ?? missing()
  return withPartitionOf(db.$client, now(), () =>
    db.transaction(async (tx) => {
      const { way, before, after, target } = await lockEntry(tx, spaceId, entryId)
      const current = await lockTarget(tx, way, target)
      if (!isAsIn(after, current)) throw new ApiError(409, UNDO_ERRORS.changedSince)
      await way.setBack({ db: tx, now }, caller, target, before, entryId)
      const ofUndoing = and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.undoes, entryId))
      const [written] = await tx
        .select({ id: auditEntry.id })
        .from(auditEntry)
        .where(ofUndoing)
        .orderBy(desc(auditEntry.id))
        .limit(1)
      const undoing = written && (await readEntry(tx, spaceId, written.id))
      if (!undoing) return missing()
      await tx
        .update(auditEntry)
        .set({ undoneBy: written.id })
        .where(and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, entryId)))
      return undoing
    }),
  )
}
