import { and, asc, eq, gt, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import { CHANGED_SINCE, type ChangedSince, type ChangeSince, etagOf } from '#contract/common'
import type { Queryable } from '../../db/database'
import { appUser, auditEntry } from '../../db/schema'
import { ApiError } from '../../errors'
import { type Caller, shownPerson } from '../common/caller'
import { timeColumn } from '../common/columns'
import { NO_SPACE } from '../common/ids'

/** The ETags of a change, one of which must be the record's; null if any will do. */
export type IfMatch = readonly string[] | null

/** Increments the version of a row, in the statement that changes it. */
export const incrementVersion = (table: { version: SQLWrapper }): { version: SQL<number> } => ({
  version: sql<number>`${table.version} + 1`,
})

/** A record as the audit log names it, and its current version. */
interface Current {
  spaceId: string | null
  targetId: string | null
  /** The version in the contract's type; here there always is one. */
  version: number | null
  /** The action of its changes, if it has the id of another record, which has versions of its own. */
  action?: Extract<AuditAction, 'configuration.update'>
}

/** The only such action. */
const OF_OTHERS = 'configuration.update'

/** Most changes that are shown to a person whose update was based on an old version. */
const CHANGES_MAX = 100

const nameOfActor = sql<string | null>`
  coalesce(nullif(concat_ws(' ', ${appUser.firstname}, ${appUser.lastname}), ''), ${auditEntry.actorName})`

/** Changes after a version, the oldest first: names of fields, never values. */
async function changesSince(
  tx: Queryable,
  caller: Caller,
  { spaceId, targetId, action }: Current,
  version: number,
): Promise<ChangeSince[]> {
  const isOfTarget =
    targetId === null ? isNull(auditEntry.targetId) : eq(auditEntry.targetId, targetId.toLowerCase())
  const rows = await tx
    .select({
      at: timeColumn(auditEntry.createdAt),
      by: nameOfActor,
      actor: auditEntry.actorType,
      after: auditEntry.after,
    })
    .from(auditEntry)
    .leftJoin(appUser, and(eq(auditEntry.actorType, 'person'), eq(appUser.id, auditEntry.actorId)))
    .where(
      and(
        eq(auditEntry.spaceId, spaceId ?? NO_SPACE),
        isOfTarget,
        action ? eq(auditEntry.action, action) : ne(auditEntry.action, OF_OTHERS),
        gt(auditEntry.version, version),
      ),
    )
    .orderBy(asc(auditEntry.version))
    .limit(CHANGES_MAX)
  return rows.map(({ at, by, actor, after }) => ({
    fields: Object.keys(after ?? {}),
    by: actor === 'person' ? shownPerson(caller, by) : by,
    at,
  }))
}

/** The oldest version in ETags; undefined if none of them is ours. */
function oldestOf(etags: readonly string[]): number | undefined {
  const versions = etags.flatMap((etag) => (/^"\d{1,9}"$/.test(etag) ? [Number(etag.slice(1, -1))] : []))
  return versions.length > 0 ? Math.min(...versions) : undefined
}

/**
 * Checks that a change is based on the current version of a record, which the caller's transaction has locked.
 * @throws ApiError 412, with what changed since
 */
export async function checkVersion(
  tx: Queryable,
  caller: Caller,
  ifMatch: IfMatch,
  current: Current,
): Promise<void> {
  const version = current.version ?? 0
  const etag = etagOf(version)
  if (ifMatch === null || ifMatch.includes(etag)) return
  const since = oldestOf(ifMatch)
  const changes = since === undefined ? [] : await changesSince(tx, caller, current, since)
  const body: ChangedSince = { message: CHANGED_SINCE, version, changes }
  throw new ApiError(412, CHANGED_SINCE, { ETag: etag }, body)
}
