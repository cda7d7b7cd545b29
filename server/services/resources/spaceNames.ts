import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { type Entity, nameTaken } from '#contract/entity'
import type { Queryable } from '../../db/database'
import { space } from '../../db/schema'
import { ApiError } from '../../errors'
import type { Key, SpaceTable } from './spaceQueries'

/**
 * Changes of the people of one space, of the names that are unique in it, and of what a space has a limited number of wait for
 * each other. It comes before every lock of a record, as whoever deletes the space takes it first.
 */
export const lockSpace = async (tx: Queryable, spaceId: string) =>
  tx.select({ id: space.id }).from(space).where(eq(space.id, spaceId)).for('no key update')

/**
 * Makes sure that no other record of the space has a name. None gets it until the transaction ends, if the transaction has
 * locked the space.
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

/** How many records of a kind there can be. */
interface CountLimit {
  table: SpaceTable
  /** Which records count. */
  counted: SQL | undefined
  max: number
  /** Why there can be no more. */
  full: string
}

/**
 * Makes sure that one more record fits. The transaction has locked the space, so that those who create some at once are counted one
 * after the other.
 * @throws ApiError 400
 */
export async function checkCountLimit(
  tx: Queryable,
  { table, counted, max, full }: CountLimit,
): Promise<void> {
  if ((await tx.$count(table, counted)) >= max) throw new ApiError(400, full)
}
