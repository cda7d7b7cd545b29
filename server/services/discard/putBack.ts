import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { SERIAL_CLAIMED, type TrashResource } from '#contract/trash'
import { type Queryable, violatedConstraint } from '../../db/database'
import { deletion, deviceCredential, trash } from '../../db/schema'
import { ApiError } from '../../errors'
import { holdRules } from '../alerts/episodes'
import { unpark } from '../background/parking'
import { endRestoredOrders } from '../devices/restoredOrders'
import { KINDS, type Part } from './parts'

/** An entry of the trash that the transaction has locked. */
export interface Found {
  spaceId: string
  /** Of the entry. */
  id: string
  resource: TrashResource
  recordId: string
}

/** Columns of the rows of each table as they were stored, perhaps by an earlier version of the server. */
const storedSchema = z.array(z.object({ table: z.string(), columns: z.array(z.string()) }))

/** Values of columns that are not restored as they were. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // An alert that has ended meanwhile has no open episode.
  alert_episode: {
    ended_at: `coalesce(r.ended_at, (select a.ended_at from alert a where a.space_id = $1 and a.id = r.alert_id))`,
  },
  // A rule evaluates what arrives from now on.
  alert_rule: { judged_from: 'now()' },
}

/** Conditions of rows that are not restored. */
const LEFT: Readonly<Record<string, string>> = {
  // The condition of an alert that has ended meanwhile is evaluated anew.
  alert_state: `not exists (
    select from jsonb_populate_recordset(null::alert_episode, t.content->'alert_episode') e
      join alert a on a.space_id = $1 and a.id = e.alert_id
    where e.ended_at is null and a.ended_at is not null
      and e.rule_id = r.rule_id and e.device_id = r.device_id and e.path = r.path)`,
}

/**
 * The condition that what a row refers to still exists. A device that was moved away keeps its row for its history; the lock keeps it from
 * being moved.
 */
const isThere = ({ others }: Part): string[] =>
  others.map(({ to, columns }) => {
    const own = columns.filter(([, other]) => other !== 'space_id')
    const isNull = own.map(([name]) => `r.${name} is null`)
    const isSame = own.map(([name, other]) => `o.${other} = r.${name}`)
    const isHere = to === 'device' ? ' and o.moved_at is null for key share' : ''
    return `(${isNull.join(' or ')} or exists (select from ${to} o where o.space_id = $1 and ${isSame.join(' and ')}${isHere}))`
  })

/** SQL that inserts the stored rows of a table; `$1` is the space, `$2` the entry of the trash. */
function insertion(part: Part, stored: readonly string[], isRoot: boolean): string {
  const { table } = part
  const columns = part.columns.filter((column) => stored.includes(column))
  const changed = CHANGED[table]
  const values = columns.map((column) => changed?.[column] ?? `r.${column}`)
  const left = LEFT[table]
  // A record itself is restored or not: what it lacks is an error.
  const conditions = isRoot ? [] : [...isThere(part), ...(left === undefined ? [] : [left])]
  const where = ['t.space_id = $1', 't.id = $2', ...conditions].join(' and ')
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into ${table} (space_id, ${names}) select $1, ${values.join(', ')}
    from trash t, jsonb_populate_recordset(null::${table}, t.content->'${table}') r where ${where}`
}

/** A statement whose placeholders are the space and the entry of the trash. */
const ofEntry = (text: string, { spaceId, id }: Found) =>
  sql.join(
    text
      .split(/(\$[12])/)
      .map((piece) =>
        piece === '$1' ? sql`${spaceId}::uuid` : piece === '$2' ? sql`${id}::uuid` : sql.raw(piece),
      ),
  )

const credentialSchema = z.array(
  z.object({ serial_number: z.string(), token_hash: z.string(), created_at: z.coerce.date() }),
)

/** Gives a device its credential back. @throws ApiError 409 if its serial number was claimed since */
async function putCredentialBack(tx: Queryable, { spaceId, id, recordId }: Found): Promise<void> {
  const [row] = await tx
    .select({ stored: sql<unknown>`${trash.content}->'device_credential'` })
    .from(trash)
    .where(and(eq(trash.spaceId, spaceId), eq(trash.id, id)))
  const rows = credentialSchema.parse(row?.stored ?? []).map((one) => ({
    spaceId,
    deviceId: recordId,
    serialNumber: one.serial_number,
    tokenHash: Buffer.from(one.token_hash.replace('\\x', ''), 'hex'),
    createdAt: one.created_at,
  }))
  if (rows.length === 0) return
  try {
    await tx.insert(deviceCredential).values(rows)
  } catch (error) {
    if (violatedConstraint(error) === 'device_credential_serial_number')
      throw new ApiError(409, SERIAL_CLAIMED)
    throw error
  }
}

/** Shows the messages and deliveries of a record again. */
async function unhide(tx: Queryable, { spaceId, id, resource, recordId }: Found): Promise<void> {
  await tx.delete(deletion).where(and(eq(deletion.spaceId, spaceId), eq(deletion.id, id)))
  if (resource === 'device') await unpark(tx, { spaceId, deviceId: recordId })
}

/** The rules of the alerts that a device or connector was part of. */
const RULES = `select distinct e.rule_id as "ruleId"
  from trash t, jsonb_populate_recordset(null::alert_episode, t.content->'alert_episode') e
  where t.space_id = $1 and t.id = $2 and e.ended_at is null`

const rulesSchema = z.array(z.object({ ruleId: z.string() }))

/** Locks those rules, so that none of the alerts ends until its episodes are there again. */
async function holdAlerts(tx: Queryable, found: Found): Promise<void> {
  const { rows } = await tx.execute(ofEntry(RULES, found))
  await holdRules(
    tx,
    rulesSchema.parse(rows).map(({ ruleId }) => ruleId),
  )
}

/**
 * Restores a record with everything that was deleted with it, except links to what no longer exists, and deletes its entry. Orders to a
 * device that have ended in the meantime stay ended. The transaction has locked the entry, and before it the space.
 * @throws ApiError 409 if its serial number was claimed since
 */
export async function putBack(tx: Queryable, found: Found): Promise<void> {
  const { spaceId, id, resource } = found
  const { root, parts } = KINDS[resource]
  const { rows } = await tx.execute(sql`
    select c.key as table, (select array_agg(k) from jsonb_object_keys(c.value->0) k) as columns
    from ${trash} t, jsonb_each(t.content) c
    where t.space_id = ${spaceId} and t.id = ${id} and jsonb_array_length(c.value) > 0`)
  const stored = new Map(storedSchema.parse(rows).map(({ table, columns }) => [table, columns]))
  if (stored.has('alert_episode')) await holdAlerts(tx, found)
  await tx.execute(ofEntry(insertion(root, stored.get(root.table) ?? [], true), found))
  if (resource === 'device') await putCredentialBack(tx, found)
  for (const part of parts) {
    const columns = stored.get(part.table)
    if (columns) await tx.execute(ofEntry(insertion(part, columns, false), found))
  }
  if (resource === 'device') await endRestoredOrders(tx, { spaceId, deviceId: found.recordId })
  await unhide(tx, found)
  await tx.delete(trash).where(and(eq(trash.spaceId, spaceId), eq(trash.id, id)))
}
