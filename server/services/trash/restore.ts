import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { RULES_MAX } from '#contract/alerts'
import { LIST_LIMIT } from '#contract/common'
import { connectorEntity } from '#contract/connectors'
import { tagEntity } from '#contract/tags'
import type { RestorationInput, RestorationResult, TrashResource, TrashRestoration } from '#contract/trash'
import type { Queryable } from '../../db/database'
import { alertRule, auditEntry, connector, tag, trash } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import type { Person } from '../common/caller'
import { newId } from '../common/ids'
import { checkRestoredNote } from '../deviceLog/notes'
import { type Found, putBack } from '../discard/putBack'
import { checkCountLimit, checkName, lockSpace } from '../resources/spaceNames'
import { raiseCarriers } from '../spaces/tags'
import { checkRestored } from '../variables'
import { checkRoom } from '../views/views'
import { isKept } from './list'

interface Entry extends Found {
  name: string
  entryId: string
}

/** What a restored record must fit. @throws ApiError 400, 409 */
type Check = (tx: Queryable, entry: Entry) => Promise<unknown>

/** Checks before a record is put back, behind the lock of its space. */
const BEFORE: Partial<Record<TrashResource, Check>> = {
  alertRule: (tx, { spaceId }) =>
    checkCountLimit(tx, {
      table: alertRule,
      counted: eq(alertRule.spaceId, spaceId),
      max: RULES_MAX,
      full: `a space has at most ${RULES_MAX} alert rules`,
    }),
  view: (tx, { spaceId }) => checkRoom(tx, spaceId, null),
  variable: async (tx, { spaceId, id }) => {
    const [stored] = await tx
      .select({ row: sql<unknown>`${trash.content}->'variable'->0` })
      .from(trash)
      .where(isEntry(spaceId, id))
    await checkRestored(tx, spaceId, stored?.row)
  },
  note: async (tx, { spaceId, id }) => {
    const [stored] = await tx
      .select({ deviceId: sql<string>`${trash.content}->'device_note'->0->>'device_id'` })
      .from(trash)
      .where(isEntry(spaceId, id))
    if (stored) await checkRestoredNote(tx, spaceId, stored.deviceId)
  },
}

/** Checks of a record that was put back, and what changes with it. */
const AFTER: Partial<Record<TrashResource, Check>> = {
  tag: async (tx, { spaceId, recordId, name }) => {
    await checkName(tx, tag, tagEntity, { spaceId, id: recordId, name })
    await raiseCarriers(tx, { spaceId, id: recordId })
  },
  connector: (tx, { spaceId, recordId, name }) =>
    checkName(tx, connector, connectorEntity, { spaceId, id: recordId, name }),
}

const isEntry = (spaceId: string, id: string): SQL | undefined =>
  and(eq(trash.spaceId, spaceId), eq(trash.id, id))

const COLUMNS = {
  spaceId: trash.spaceId,
  id: trash.id,
  resource: trash.resource,
  recordId: trash.recordId,
  name: trash.name,
  entryId: trash.entryId,
}

/** The condition that an entry can be restored. */
const KEPT = sql.raw(isKept('trash'))

/** Records in the audit log that a record was restored, and that its deletion is undone. @returns the id of the entry */
async function noteRestored(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  caller: Person,
  { spaceId, recordId, resource, name, entryId }: Entry,
): Promise<string> {
  const written = await note(tx, deps, caller, {
    action: 'trash.restore',
    spaceId,
    target: { id: recordId, name },
    after: { resource },
    undoes: entryId,
  })
  await tx
    .update(auditEntry)
    .set({ undoneBy: written })
    .where(and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, entryId), isNull(auditEntry.undoneBy)))
  return written
}

/**
 * Restores an entry of the trash in a transaction of its own.
 * @returns the id of its entry in the audit log; null if it is no longer in the trash
 * @throws ApiError 400, 409 if something of it was claimed or filled since
 */
export async function restoreOne(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  which: SQL,
): Promise<string | null> {
  return deps.db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const [entry] = await tx
      .select(COLUMNS)
      .from(trash)
      .where(and(eq(trash.spaceId, spaceId), which, KEPT))
      .for('update')
    if (!entry) return null
    await BEFORE[entry.resource]?.(tx, entry)
    await putBack(tx, entry)
    await AFTER[entry.resource]?.(tx, entry)
    return noteRestored(tx, deps, caller, entry)
  })
}

type Restorable = Pick<Entry, 'id' | 'resource' | 'recordId' | 'name'>

async function restoreListed(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  { id, resource, recordId, name }: Restorable,
): Promise<RestorationResult> {
  const restored = { id, resource, record_id: recordId, name }
  try {
    const written = await restoreOne(deps, caller, spaceId, eq(trash.id, id))
    return { ...restored, result: written === null ? 'not_found' : 'restored', reason: null }
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) throw error
    return { ...restored, result: 'conflict', reason: error.message }
  }
}

/**
 * Restores entries of the trash, or those of a batch, each in a transaction of its own. The newest come first, because a record has
 * links only to what was deleted after it.
 * @throws ApiError 404 for a batch that has none
 */
export async function restore(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  input: RestorationInput,
): Promise<TrashRestoration> {
  const ids = 'ids' in input ? [...new Set(input.ids)] : null
  const which =
    'ids' in input ? sql`${trash.id} = any(${sql.param(ids)}::uuid[])` : eq(trash.batch, input.batch)
  const isOfInput = and(eq(trash.spaceId, spaceId), which, KEPT)
  const before = 'ids' in input ? undefined : input.before
  const found = await deps.db
    .select({ id: trash.id, resource: trash.resource, recordId: trash.recordId, name: trash.name })
    .from(trash)
    .where(and(isOfInput, before === undefined ? undefined : lt(trash.id, before)))
    .orderBy(desc(trash.id))
    .limit(LIST_LIMIT)
  if (ids === null && before === undefined && found.length === 0) throw notFound()
  caller.origin.batch ??= newId()
  const results: RestorationResult[] = []
  for (const entry of found) results.push(await restoreListed(deps, caller, spaceId, entry))
  const known = new Set(found.map(({ id }) => id))
  for (const id of ids ?? [])
    if (!known.has(id))
      results.push({ id, resource: '', record_id: null, name: '', result: 'not_found', reason: null })
  const last = found.at(-1)
  const isLeft = last && ids === null && and(isOfInput, lt(trash.id, last.id))
  return { results, left: isLeft ? await deps.db.$count(trash, isLeft) : 0 }
}
