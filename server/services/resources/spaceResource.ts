import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type AuditAction, type AuditEntry, HIDDEN } from '#contract/audit'
import type { Entity, Logging } from '#contract/entity'
import type { CrudName } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { difference, loggedFields, note, withoutSecrets } from '../audit/note'
import type { Caller } from '../common/caller'
import { columnOf, type HeldFields } from '../common/columns'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import { checkName, lockSpace } from './spaceNames'
import { type Clocked, type Key, type Readable, type SpaceTable, spaceQueries } from './spaceQueries'
import { checkVersion, type IfMatch, incrementVersion } from './version'

type Change<Of extends Entity> = z.output<Of['update']>

/** Stores fields that are not columns of the row. */
type Stores<Input, Field extends keyof Input> = {
  readonly [Each in Field]: (
    tx: Queryable,
    key: Key,
    value: Exclude<Input[Each], undefined>,
  ) => Promise<unknown>
}

/** The fields that a person can change and that are not columns of the row. */
type CustomFields<Table extends SpaceTable, Of extends Entity> = Exclude<
  keyof Change<Of>,
  HeldFields<Table, Change<Of>>
>

interface Definition<Table extends SpaceTable, Of extends Entity> extends Readable {
  table: Table
  /** Each field that a person can set is stored in the column of its name. */
  entity: Of
  customStores: Stores<Change<Of>, CustomFields<Table, Of>>
  /** Columns that follow from the input. */
  following?: (input: Change<Of>) => { [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] }
}

interface Creation {
  /** Replaces a new id. */
  id?: string
  /** See `Key`. */
  loggedAs?: string
  row?: Record<string, unknown>
  /** Refuses the creation, after the lock of the space: what it counts stays so until the transaction ends. */
  check?: (tx: Queryable) => Promise<void>
  store?: (tx: Queryable, key: Key) => Promise<unknown>
  /** See `UpdateOptions`. */
  secrets?: readonly string[]
}

/** A record as the audit log sees it, its secrets included. */
type LoggedRecord = NonNullable<AuditEntry['after']>

/** A change of a record, without its secrets. */
interface LoggedChange {
  verb: 'create' | 'update' | 'delete'
  /** Replaces the action of the verb. */
  action?: AuditAction | undefined
  /** The record after the change, or before its deletion; the entry takes the name from it. */
  record: LoggedRecord
  before?: LoggedRecord
  after?: LoggedRecord
  undoes?: string
  version?: number | undefined
}

/** A record as the database returns it. */
const recordSchema = z.record(z.string(), z.json())
const namedSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))

/** Tags are shown by name; their ids are kept to undo a change. */
const loggedValue = (value: z.core.util.JSONType) => {
  const { success, data } = namedSchema.safeParse(value)
  return success ? data.map(({ id, name }) => ({ id, name })) : value
}

/** Secrets as the audit log shows them. */
const masked = (names: readonly string[] = []): LoggedRecord =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]))

const loggedIdOf = ({ id, loggedAs = id }: Key) => loggedAs

const isGiven = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined

async function store<Input, Field extends keyof Input>(
  stores: Stores<Input, Field>,
  tx: Queryable,
  key: Key,
  input: Input,
): Promise<void> {
  for (const field in stores) {
    const value = input[field]
    if (isGiven(value)) await stores[field](tx, key, value)
  }
}

/** The version that a change is based on, and the change that it undoes. */
export interface ChangeOptions {
  /** The version that it is based on. */
  ifMatch?: IfMatch
  /** Id of an entry of the audit log. */
  undoes?: string
}

interface UpdateOptions extends ChangeOptions {
  /** Refuses the change, after the lock of the record, which stays as it was found: `before`. */
  check?: (tx: Queryable, before: JsonText) => Promise<void> | void
  /** Set if `check` counts records of the space: the space is locked before the record. */
  isCounted?: true
  /** Columns to set besides the input, by their names in the audit log. */
  row?: Record<string, unknown>
  action?: AuditAction
  /** Secrets to set that no answer has: the audit log says that they changed. */
  secrets?: readonly string[]
}

/** A record that is being deleted. */
interface Deleted extends Key {
  name: string
  /** As the audit log sees it. */
  before: LoggedRecord
  /** Id of its entry in the audit log. */
  entryId: string
}

interface DeleteOptions extends Omit<UpdateOptions, 'undoes' | 'row' | 'action' | 'secrets' | 'isCounted'> {
  alsoDelete?: (tx: Queryable, key: Key) => Promise<void>
  /** Deletes the row, in place of the usual statement. */
  remove?: (tx: Queryable, deleted: Deleted) => Promise<void>
}

/** Reads and changes a resource of spaces. Every change is recorded in the audit log, in its transaction. */
export function spaceResource<Table extends SpaceTable, Of extends Entity<CrudName>>({
  entity,
  customStores,
  following,
  ...readable
}: Definition<Table, Of>) {
  const rows: PgTable = readable.table
  const reads = spaceQueries(readable)
  const { is, readRow, seenBy } = reads
  const secrets = Object.entries<Logging>(entity.log).flatMap(([field, how]) =>
    how === 'secret' ? field : [],
  )

  /** The input as columns of the row. */
  function rowOf(input: Change<Of>): Record<string, unknown> {
    const row = Object.entries<unknown>(input).flatMap(([field, value]) => {
      const own = field in customStores ? undefined : columnOf(readable.table, field)
      return own ? [[own[0], value] as const] : []
    })
    return { ...Object.fromEntries(row), ...following?.(input) }
  }

  /** The time of the change, if the table has a column for it. */
  const touched = (at: Date) => 'updatedAt' in readable.table && { updatedAt: at }
  const loggedRecord = ({ text }: JsonText): LoggedRecord => {
    const fields = loggedFields(entity, recordSchema.parse(JSON.parse(text)))
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, loggedValue(value)]))
  }

  /**
   * Locks a record as the change will, and reads it. These are separate statements, because a statement that waits for a lock reads other
   * tables as they were before.
   * @throws ApiError 404
   */
  async function lockRecord(tx: Queryable, { spaceId, id }: Key, change: 'update' | 'delete', visible?: SQL) {
    const strength = change === 'delete' ? sql`update` : sql`no key update`
    await tx.execute(sql`select from ${readable.table} where ${is(spaceId, id)} for ${strength}`)
    // No entry has what depends on the time.
    return readRow({ db: tx, now: () => new Date() }, { spaceId, id }, { visible })
  }

  const lock = async (...record: Parameters<typeof lockRecord>): Promise<LoggedRecord> =>
    loggedRecord(await lockRecord(...record))

  /** The same for a change that may be refused, or is based on a version. @throws ApiError 404, 412, or what `check` throws */
  async function lockVersion(
    tx: Queryable,
    caller: Caller,
    key: Key,
    change: 'update' | 'delete',
    { check, ifMatch = null }: Pick<UpdateOptions, 'check' | 'ifMatch'>,
  ): Promise<LoggedRecord> {
    const record = await lockRecord(tx, key, change, seenBy(caller))
    await check?.(tx, record)
    const { version = 0 } = record
    await checkVersion(tx, caller, ifMatch, { spaceId: key.spaceId, targetId: loggedIdOf(key), version })
    return loggedRecord(record)
  }

  async function noteChange(
    tx: Queryable,
    deps: Pick<Deps, 'now'>,
    caller: Caller,
    key: Key,
    { verb, record, action = `${entity.name}.${verb}`, ...change }: LoggedChange,
  ): Promise<string> {
    const name = typeof record.name === 'string' ? record.name : null
    const target = { id: loggedIdOf(key), name }
    return note(tx, deps, caller, { ...change, action, spaceId: key.spaceId, target })
  }

  const noteDeletion = (
    tx: Queryable,
    deps: Pick<Deps, 'now'>,
    caller: Caller,
    key: Key,
    before: LoggedRecord,
  ) =>
    noteChange(tx, deps, caller, key, {
      verb: 'delete',
      record: before,
      before: withoutSecrets(before, secrets),
    })

  return {
    ...reads,
    lock,

    /** Records a deletion in the audit log, in its transaction. `before` is what `lock` returned. */
    noteDeletion,

    /** @throws ApiError 400, 409 if another record has the name, or what `creation` throws */
    create: async (
      { db, now }: Clocked,
      caller: Caller,
      spaceId: string,
      input: z.output<Of['create']>,
      creation?: Creation,
    ): Promise<JsonText> => {
      const at = now()
      const { id = newId(at), loggedAs = id } = creation ?? {}
      const key = { spaceId, id, loggedAs }
      return db.transaction(async (tx) => {
        const row = rowOf(input)
        if (entity.isNameUnique || creation?.check) await lockSpace(tx, spaceId)
        await creation?.check?.(tx)
        await tx.insert(rows).values({ ...row, ...creation?.row, ...touched(at), spaceId, id, createdAt: at })
        if (entity.isNameUnique) await checkName(tx, readable.table, entity, { ...key, name: row.name })
        await creation?.store?.(tx, key)
        await store(customStores, tx, key, input)
        const created = await readRow({ db: tx, now: () => at }, key, { caller })
        const record = loggedRecord(created)
        await noteChange(tx, { now }, caller, key, {
          verb: 'create',
          record,
          after: { ...withoutSecrets(record, secrets), ...masked(creation?.secrets) },
          version: created.version,
        })
        return created
      })
    },

    /** Fields that are undefined are kept. @throws ApiError 400, 404, 409 if another record has the name, 412, or what `check` throws */
    update: async (
      { db, now }: Clocked,
      caller: Caller,
      key: Key,
      input: Change<Of>,
      { undoes, row: more, action, secrets: unanswered, isCounted, ...options }: UpdateOptions = {},
    ): Promise<JsonText> =>
      db.transaction(async (tx) => {
        const row = rowOf(input)
        const isNamed = entity.isNameUnique === true && row.name !== undefined
        // The space is locked before the record, as in the deletion of a space.
        if (isNamed || isCounted) await lockSpace(tx, key.spaceId)
        const before = await lockVersion(tx, caller, key, 'update', options)
        // Records that have shared a name since earlier keep it.
        if (isNamed && row.name !== before.name)
          await checkName(tx, readable.table, entity, { ...key, name: row.name })
        const changed = { ...row, ...more, ...touched(now()), ...incrementVersion(readable.table) }
        await tx.update(rows).set(changed).where(is(key.spaceId, key.id))
        await store(customStores, tx, key, input)
        const updated = await readRow({ db: tx, now }, key, { caller })
        const record = loggedRecord(updated)
        const changes = difference(before, record, secrets)
        await noteChange(tx, { now }, caller, key, {
          verb: 'update',
          action,
          record,
          before: { ...changes.before, ...masked(unanswered) },
          after: { ...changes.after, ...masked(unanswered) },
          ...(undoes !== undefined && { undoes }),
          version: updated.version,
        })
        return updated
      }),

    /** `alsoDelete` deletes what belongs to the record, in the same transaction, after the record. @throws ApiError 404, 412, or what `check` throws */
    delete: async (
      { db, now }: Clocked,
      caller: Caller,
      key: Key,
      { alsoDelete, remove, ...options }: DeleteOptions = {},
    ): Promise<void> => {
      await db.transaction(async (tx) => {
        const before = await lockVersion(tx, caller, key, 'delete', options)
        const entryId = await noteDeletion(tx, { now }, caller, key, before)
        const name = typeof before.name === 'string' ? before.name : ''
        if (remove) await remove(tx, { ...key, name, before, entryId })
        else await tx.delete(rows).where(is(key.spaceId, key.id))
        await alsoDelete?.(tx, key)
      })
    },
  }
}
