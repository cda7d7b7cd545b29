import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { connector } from '../../db/schema'
import { notFound } from '../../errors'
import { isoTime } from '../json'
import { tagsOf } from '../tags'

/** Columns of a connector `c` as the contract answers it, with its tags by name. */
export const CONNECTOR_COLUMNS = `
  c.id, c.name, ${isoTime('c.created_at')} as created_at, c.enabled, c.type, c.direction, c.triggers,
  ${tagsOf('connector', 'c')} as tags, c.transformation, c.retry_delays`

/** The condition that a row is the connector. */
export const isConnector = (spaceId: string, connectorId: string) =>
  and(eq(connector.spaceId, spaceId), eq(connector.id, connectorId))

/** Makes sure that the connector is there, when nothing of it was found. @throws ApiError 404 */
export async function checkConnector(db: Queryable, spaceId: string, connectorId: string): Promise<void> {
  const found = await db.select({ id: connector.id }).from(connector).where(isConnector(spaceId, connectorId))
  if (found.length === 0) throw notFound()
}
