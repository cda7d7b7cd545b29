import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { ConnectorCode, ConnectorVersionsQuery } from '#contract/connectors/versions'
import { auditEntry, connector } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import type { Caller } from '../common/caller'
import { timeColumn } from '../common/columns'
import { type ConnectorRef, isSeen } from './connector'

const codeIn = (fields: typeof auditEntry.before | typeof auditEntry.after) =>
  sql<string | null>`${fields} ->> 'transformation'`

/**
 * The versions of a connector's code, newest first, from the audit log. The code before the oldest entry comes last, without a time.
 * @throws ApiError 404
 */
export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  one: ConnectorRef,
  { version, limit }: ConnectorVersionsQuery,
): Promise<ConnectorCode[]> {
  const [current] = await db
    .select({ version: connector.version, transformation: connector.transformation })
    .from(connector)
    .where(isSeen(caller, one))
  if (!current) throw notFound()
  const isOfConnector = and(
    eq(auditEntry.spaceId, one.spaceId),
    eq(auditEntry.targetId, one.connectorId.toLowerCase()),
    isNotNull(auditEntry.version),
  )
  const isOfCode = and(isOfConnector, isNotNull(codeIn(auditEntry.after)))
  const codes = await db
    .select({
      version: sql<number>`${auditEntry.version}`,
      created_at: timeColumn(auditEntry.createdAt),
      by: auditEntry.actorName,
      transformation: sql<string>`${codeIn(auditEntry.after)}`,
    })
    .from(auditEntry)
    .where(and(isOfCode, version === undefined ? undefined : lte(auditEntry.version, version)))
    .orderBy(desc(auditEntry.version))
    .limit(limit)
  if (codes.length === limit) return codes

  const [oldest] = await db
    .select({ version: auditEntry.version })
    .from(auditEntry)
    .where(isOfConnector)
    .orderBy(asc(auditEntry.version))
    .limit(1)
  // Entries are deleted oldest first: those that changed the code since are all there.
  const first = (oldest?.version ?? current.version + 1) - 1
  if (first < 1 || (version !== undefined && version < first)) return codes
  const [changed = { before: current.transformation }] = await db
    .select({ before: codeIn(auditEntry.before) })
    .from(auditEntry)
    .where(isOfCode)
    .orderBy(asc(auditEntry.version))
    .limit(1)
  if (changed.before === null) return codes
  return [...codes, { version: first, created_at: null, by: null, transformation: changed.before }]
}
