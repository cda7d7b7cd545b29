import { and, eq, sql } from 'drizzle-orm'
import type { TrashResource } from '#contract/trash'
import type { Queryable } from '../../db/database'
import { deletion, deviceCredential } from '../../db/schema'
import type { Deps } from '../../deps'
import { type Caller, nameOf } from '../common/caller'
import { newId } from '../common/ids'
import type { Clocked } from '../resources/spaceQueries'
import { KINDS, type Part } from './parts'

/** Days for which deleted records are kept. */
interface TrashRule {
  settings: Pick<Deps['settings'], 'trashDays'>
}

/** What a deletion needs. */
export interface Deleting extends Clocked, TrashRule {}

/** Most rows of a table, and most characters of their JSON, that are kept of a record; the oldest ones beyond are lost. */
const KEPT = { rows: 50_000, length: 4_000_000 }

/** SQL that deletes the rows of a record in a table, and its name. */
const deleted = ({ table, recordId }: Part) =>
  `gone_${table} as (delete from ${table} where space_id = $1 and ${recordId} = $2 returning *)`

/** SQL of the rows that were deleted from a table, the newest first, with their place and the length of all before. */
const ranked = ({ table, computed, newest }: Part) => `rows_${table} as (
    select g.content, row_number() over newest <= ${KEPT.rows} and sum(length(g.content::text)) over newest <= ${KEPT.length} as is_kept, g.newest
    from (select to_jsonb(x) - '{${['space_id', ...computed].join()}}'::text[] as content, x.${newest} as newest from gone_${table} x) g
    window newest as (order by g.newest desc))`

const keptOf = ({ table }: Part) =>
  `'${table}', (select coalesce(jsonb_agg(content order by newest desc) filter (where is_kept), '[]') from rows_${table})`

const lostOf = ({ table }: Part) => `(select count(*) from rows_${table} where not is_kept)`

const textOf = (resource: TrashResource): string => {
  const { root, parts } = KINDS[resource]
  const all = [root, ...parts]
  return `
    with ${[...all.map(deleted), ...all.map(ranked)].join(', ')}
    insert into trash (
      space_id, id, resource, record_id, name, detail, created_at, deleted_by, kept_until, batch, entry_id, content, left_out)
    select $1, $3, '${resource}', $2, $4, $5, $6, $7, now() + make_interval(days => $8), $9, $10,
      jsonb_build_object(${all.map(keptOf).join(', ')}) || $11, ${all.map(lostOf).join(' + ')}
    returning kept_until`
}

/** SQL that deletes a record with its rows and stores them, by kind. */
const TEXTS = new Map<TrashResource, readonly string[]>()

/** The text between the placeholders, which come in any order. */
function piecesOf(resource: TrashResource): readonly string[] {
  const known = TEXTS.get(resource) ?? textOf(resource).split(/(\$\d+)/)
  TEXTS.set(resource, known)
  return known
}

/** A record that the caller's transaction has locked, and that is deleted. */
export interface Discarded {
  resource: TrashResource
  spaceId: string
  id: string
  name: string
  detail?: string | null
  /** Id of its entry in the audit log. */
  entryId: string
}

/** Deletes the credential of a device, so that its serial number can be claimed again. @returns what it was, as JSON */
async function takeCredential(tx: Queryable, { spaceId, id }: Discarded): Promise<object> {
  const rows = await tx
    .delete(deviceCredential)
    .where(and(eq(deviceCredential.spaceId, spaceId), eq(deviceCredential.deviceId, id)))
    .returning()
  const kept = rows.map(({ deviceId, serialNumber, tokenHash, createdAt }) => ({
    device_id: deviceId,
    serial_number: serialNumber,
    token_hash: `\\x${tokenHash.toString('hex')}`,
    created_at: createdAt,
  }))
  return { device_credential: kept }
}

/** Records in `deletion` that the messages and deliveries of a record are hidden, and deleted once it is no longer in the trash. */
async function hide(
  tx: Queryable,
  { resource, spaceId, id }: Discarded,
  trashId: string,
  days: number,
): Promise<void> {
  const subject =
    resource === 'device'
      ? { deviceId: id }
      : resource === 'connector'
        ? { connectorId: id }
        : resource === 'note'
          ? { noteId: id }
          : null
  if (!subject) return
  const keptUntil = sql`now() + make_interval(days => ${days}::int)`
  await tx.insert(deletion).values({ spaceId, id: trashId, ...subject, keptUntil })
}

/**
 * Deletes a record with everything that the database deletes with it, and puts it into the trash, unless nothing is kept there. The
 * transaction has locked it for an update.
 */
export async function discard(
  tx: Queryable,
  { now, settings: { trashDays } }: Pick<Deps, 'now'> & TrashRule,
  caller: Caller,
  record: Discarded,
): Promise<void> {
  const { resource, spaceId, id, name, detail = null, entryId } = record
  const { root } = KINDS[resource]
  const at = now()
  const trashId = newId(at)
  const credential = resource === 'device' ? await takeCredential(tx, record) : {}
  if (trashDays === 0)
    await tx.execute(
      sql`delete from ${sql.identifier(root.table)} where space_id = ${spaceId} and id = ${id}`,
    )
  else {
    const values = [
      sql`${spaceId}::uuid`,
      sql`${id}::uuid`,
      sql`${trashId}::uuid`,
      sql`${name}`,
      sql`${detail}::text`,
      sql`${at.toISOString()}::timestamptz`,
      sql`${nameOf(caller)}`,
      sql`${trashDays}::int`,
      sql`${caller.origin.batch}::uuid`,
      sql`${entryId}::uuid`,
      sql`${JSON.stringify(credential)}::jsonb`,
    ]
    const pieces = piecesOf(resource).map((piece) =>
      piece.startsWith('$') ? values[Number(piece.slice(1)) - 1] : sql.raw(piece),
    )
    await tx.execute(sql.join(pieces.filter((piece) => piece !== undefined)))
  }
  await hide(tx, record, trashId, trashDays)
}
