import { and, eq, gt, gte, inArray, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditCountQuery, AuditEntry, AuditFilters, AuditListQuery } from '#contract/audit'
import { idSchema } from '#contract/common'
import { DAY } from '#contract/common/durations'
import type { Db, Queryable } from '../../db/database'
import { boundOf } from '../../db/idBounds'
import { auditEntry } from '../../db/schema'
import type { Deps } from '../../deps'
import { type Columns, DIRECTIONS, selectText, timeColumn } from '../common/columns'
import { NO_SPACE } from '../common/ids'
import { JsonText } from '../common/json'
import { cursorOf, rowsBefore } from '../common/statement'

const COLUMNS = {
  id: auditEntry.id,
  created_at: timeColumn(auditEntry.createdAt),
  space_id: sql<string | null>`nullif(${auditEntry.spaceId}, ${sql.raw(`'${NO_SPACE}'`)})`,
  space_name: auditEntry.spaceName,
  actor_type: auditEntry.actorType,
  actor_id: auditEntry.actorId,
  actor_name: auditEntry.actorName,
  method: auditEntry.method,
  provider: auditEntry.provider,
  address: auditEntry.address,
  user_agent: auditEntry.userAgent,
  action: auditEntry.action,
  target_id: auditEntry.targetId,
  target_name: auditEntry.targetName,
  before: auditEntry.before,
  after: auditEntry.after,
  is_unknown: auditEntry.isUnknown,
  undoes: auditEntry.undoes,
  undone_by: auditEntry.undoneBy,
  batch: auditEntry.batch,
  entries: sql<number>`1`,
  targets: sql<number>`1`,
  undone_entries: sql<number>`(${auditEntry.undoneBy} is not null)::int`,
} satisfies Columns<AuditEntry>

const other = alias(auditEntry, 'other')

/** The condition that another entry counts as the same as one: of the same batch, by the same actor. */
const isOfSame = sql`${other.spaceId} = ${auditEntry.spaceId} and ${other.batch} = ${auditEntry.batch}
  and ${other.actorId} = ${auditEntry.actorId} and ${other.action} = ${auditEntry.action} and not ${other.isUnknown}`

/** The columns of an entry that stands for others in a grouped list: see the contract. An entry of unknown outcome stands for itself. */
const GROUPED = {
  ...COLUMNS,
  entries: sql<number>`coalesce(same.entries, 1)`,
  targets: sql<number>`coalesce(same.targets, 1)`,
  undone_entries: sql<number>`coalesce(same.undone, ${COLUMNS.undone_entries})`,
} satisfies Columns<AuditEntry>
const same = sql`left join lateral (
    select count(*)::int as entries, greatest(count(distinct ${other.targetId}), 1)::int as targets,
      count(${other.undoneBy})::int as undone
    from ${auditEntry} other
    where ${isOfSame}
  ) same on ${auditEntry.batch} is not null and not ${auditEntry.isUnknown}`

type Entries = typeof auditEntry | typeof other

/** The condition that a name contains a text, without regard to case. An index of names finds three letters or digits in a row. */
function contains(name: SQLWrapper, part: string): SQL {
  const wanted = part.toLowerCase()
  return /[\p{L}\p{N}]{3}/u.test(wanted)
    ? sql`lower(${name}) like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`}`
    : sql`strpos(lower(${name}), ${wanted}) > 0`
}

/** The condition that an entry is about something with this id, or with this text in its name. A whole id uses the index. */
const ofTarget = (target: string, entry: Entries) =>
  idSchema.safeParse(target).success
    ? eq(entry.targetId, target.toLowerCase())
    : or(eq(entry.targetId, target), contains(entry.targetName, target))

/** The condition that an entry matches the filters, in one space or in all. */
function matches(filters: AuditFilters, entry: Entries = auditEntry): SQL {
  const { space_id, space, actor, actor_id, target, action, after, before, batch } = filters
  const all = and(
    space_id === undefined ? undefined : eq(entry.spaceId, space_id),
    space ? contains(entry.spaceName, space) : undefined,
    actor ? contains(entry.actorName, actor) : undefined,
    actor_id === undefined ? undefined : eq(entry.actorId, actor_id),
    batch === undefined ? undefined : eq(entry.batch, batch),
    target ? ofTarget(target, entry) : undefined,
    action?.length ? inArray(entry.action, action) : undefined,
    after === undefined ? undefined : gte(entry.id, boundOf(after, 'first')),
    before === undefined ? undefined : lte(entry.id, boundOf(before, 'last')),
  )
  return all ?? sql`true`
}

type Asked = AuditFilters & Pick<AuditListQuery, 'grouped'>

/** A search for a target or a batch returns its entries themselves. */
const isGrouped = ({ grouped, target, batch }: Asked) => grouped === 'true' && !target && !batch

/** The condition that an entry is listed: if they are grouped, the newest of its batch, actor and action that matches the filters. */
function isListed(filters: Asked): SQL {
  const is = matches(filters)
  if (!isGrouped(filters)) return is
  const hasNewer = sql`exists (
    select from ${auditEntry} other
    where ${isOfSame} and ${other.id} > ${auditEntry.id} and ${matches(filters, other)})`
  return sql`${is} and (${auditEntry.batch} is null or ${auditEntry.isUnknown} or not ${hasNewer})`
}

/** A page of the audit log, of one space or of all; the rows before it are read only from an index. Rules, "Requests". */
export async function listAudit(db: Queryable, query: AuditListQuery): Promise<JsonText> {
  const { limit, order_by } = query
  const cursor = cursorOf(query)
  const [columns, from] = isGrouped(query) ? [GROUPED, same] : [COLUMNS, sql``]
  const isBeyond = order_by === 'asc' ? gt : lt
  const which = and(isListed(query), cursor === undefined ? undefined : isBeyond(auditEntry.id, cursor))
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(selectText(columns))} from ${auditEntry} join (
        select ${auditEntry.spaceId}, ${auditEntry.id} from ${auditEntry} where ${which}
        order by ${auditEntry.id} ${DIRECTIONS[order_by]} limit ${limit} offset ${rowsBefore(query)}
      ) key on key.space_id = ${auditEntry.spaceId} and key.id = ${auditEntry.id} ${from}
      order by ${auditEntry.id} ${DIRECTIONS[order_by]}
    ) page`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** Number of entries of the audit log that match the filters. */
export const countAudit = async (
  db: Db,
  { at_most, ...filters }: AuditCountQuery,
): Promise<{ count: number }> => ({
  count: await db.$count(
    sql`(select from ${auditEntry} where ${isListed(filters)} limit ${at_most ?? null}::bigint) counted`,
  ),
})

/** An entry of a space; undefined if the space has none with this id. */
export async function readEntry(db: Queryable, spaceId: string, id: string): Promise<JsonText | undefined> {
  const one = and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, id))
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json
    from (select ${sql.raw(selectText(COLUMNS))} from ${auditEntry} where ${one}) one`)
  return rows[0] && new JsonText(rows[0].json)
}

/** Entries that one statement deletes, so that none keeps its locks for long. */
const BATCH = 1000

/** Deletes the entries of the audit log that are older than `days`. Several copies may do it at the same time. */
export async function forgetOldEntries(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  days: number,
): Promise<void> {
  const first = boundOf(now().getTime() - days * DAY, 'first')
  let entries = 0
  for (let deleted = BATCH; deleted === BATCH; entries += deleted) {
    const result = await db.execute(sql`
      delete from ${auditEntry} where (space_id, id) in (
        select space_id, id from ${auditEntry} where id < ${first} order by id limit ${BATCH} for update skip locked
      )`)
    deleted = result.rowCount ?? 0
  }
  if (entries > 0) log.info('entries of the audit log were deleted by retention', { entries })
}
