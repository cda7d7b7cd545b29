import { and, eq, gt, gte, inArray, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditCountQuery, AuditEntry, AuditFilters, AuditListQuery } from '#contract/audit'
import { idSchema } from '#contract/common'
import type { Db, Queryable } from '../../db/database'
import { boundOf } from '../../db/idBounds'
import { auditEntry } from '../../db/schema'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { JsonText } from '../common/json'
import { cursorOf, rowsBefore } from '../common/statement'
import { NO_SPACE } from './note'

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
} satisfies Columns<AuditEntry>

/** The condition that a name has a part, without regard to case. An index of names finds three letters or digits in a row. */
function contains(name: SQLWrapper, part: string): SQL {
  const wanted = part.toLowerCase()
  return /[\p{L}\p{N}]{3}/u.test(wanted)
    ? sql`lower(${name}) like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`}`
    : sql`strpos(lower(${name}), ${wanted}) > 0`
}

/**
 * The condition that an entry is about something with this id, or with this part in its name. A whole id uses the
 * index.
 */
const ofTarget = (target: string) =>
  idSchema.safeParse(target).success
    ? eq(auditEntry.targetId, target.toLowerCase())
    : or(eq(auditEntry.targetId, target), contains(auditEntry.targetName, target))

/** The condition that the filters match an entry, of one space or of all. */
function matches(filters: AuditFilters): SQL {
  const { space_id, space, actor, target, action, after, before } = filters
  const all = and(
    space_id === undefined ? undefined : eq(auditEntry.spaceId, space_id),
    space ? contains(auditEntry.spaceName, space) : undefined,
    actor ? contains(auditEntry.actorName, actor) : undefined,
    target ? ofTarget(target) : undefined,
    action?.length ? inArray(auditEntry.action, action) : undefined,
    after === undefined ? undefined : gte(auditEntry.id, boundOf(after, 'first')),
    before === undefined ? undefined : lte(auditEntry.id, boundOf(before, 'last')),
  )
  return all ?? sql`true`
}

/** A page of the audit log, of one space or of all; the rows before it are read from an index only. Rules, "Requests". */
export async function listAudit(db: Queryable, query: AuditListQuery): Promise<JsonText> {
  const { limit, order_by } = query
  const cursor = cursorOf(query)
  const isBeyond = order_by === 'asc' ? gt : lt
  const which = and(matches(query), cursor === undefined ? undefined : isBeyond(auditEntry.id, cursor))
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(selectText(COLUMNS))} from ${auditEntry} join (
        select ${auditEntry.spaceId}, ${auditEntry.id} from ${auditEntry} where ${which}
        order by ${auditEntry.id} ${sql.raw(order_by)} limit ${limit} offset ${rowsBefore(query)}
      ) key on key.space_id = ${auditEntry.spaceId} and key.id = ${auditEntry.id}
      order by ${auditEntry.id} ${sql.raw(order_by)}
    ) page`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** How many entries of the audit log the filters match. */
export const countAudit = async (
  db: Db,
  { at_most, ...filters }: AuditCountQuery,
): Promise<{ count: number }> => ({
  count: await db.$count(
    sql`(select from ${auditEntry} where ${matches(filters)} limit ${at_most ?? null}::bigint) counted`,
  ),
})

/** An entry of a space; undefined when it has none with this id. */
export async function readEntry(db: Queryable, spaceId: string, id: string): Promise<JsonText | undefined> {
  const one = and(eq(auditEntry.spaceId, spaceId), eq(auditEntry.id, id))
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json
    from (select ${sql.raw(selectText(COLUMNS))} from ${auditEntry} where ${one}) one`)
  return rows[0] && new JsonText(rows[0].json)
}
