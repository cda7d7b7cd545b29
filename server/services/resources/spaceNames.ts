import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { type Entity, nameTaken } from '#contract/entity'
import type { Queryable } from '../../db/database'
import { space } from '../../db/schema'
import { ApiError } from '../../errors'
import type { Key, SpaceTable } from './spaceQueries'

/**
 * Locks a space: changes of its people, of names that are unique in it, and of records with a count limit wait for each other. It comes
 * before every lock of a record, as in the deletion of a space.
 */
export const lockSpace = async (tx: Queryable, spaceId: string) =>
  tx.select({ id: space.id }).from(space).where(eq(space.id, spaceId)).for('no key update')

/**
 * Keeps a space from being deleted until the transaction ends. It comes before every other lock, as in the deletion of a space: rows that
 * are inserted later lock the space as well, because they refer to it.
 * @returns false if it is deleted
 */
export const keepSpace = async (tx: Queryable, spaceId: string): Promise<boolean> =>
  (await tx.select({ id: space.id }).from(space).where(eq(space.id, spaceId)).for('key share')).length > 0

/**
 * Checks that no other record of the space has a name. If the transaction has locked the space, none gets it until the transaction ends.
 * @throws ApiError 409
 */
export async function checkName(
  tx: Queryable,
  table: SpaceTable,
  entity: Pick<Entity, 'name'>,
  { spaceId, id, name }: Key & { name: unknown },
): Promise<void> {
  const isSame: SQL = sql`lower(${table.name}) = lower(${name})`
  const others = and(eq(table.spaceId, spaceId), isSame, ne(table.id, id))
  if ((await tx.$count(table, others)) > 0) throw new ApiError(409, nameTaken(entity))
}

/** The limit on the number of records of a kind. */
interface CountLimit {
  table: SpaceTable
  counted: SQL | undefined
  max: number
  /** The error text for a full space. */
  full: string
}

/**
 * Checks that one more record fits. The transaction has locked the space, so that concurrent creations are counted one after the other.
 * @throws ApiError 400
 */
export async function checkCountLimit(
  tx: Queryable,
  { table, counted, max, full }: CountLimit,
): Promise<void> {
  if ((await tx.$count(table, counted)) >= max) throw new ApiError(400, full)
}
