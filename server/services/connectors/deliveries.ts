import { and, lt, sql } from 'drizzle-orm'
import type { DeliveryFilters, DeliveryListQuery } from '#contract/connectors'
import type { Db, Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import { JsonText } from '../json'
import { DELIVERY_COLUMNS, type DeliveryRef, JOINS } from './delivery'
import { matches } from './filter'
import { checkConnector } from './row'

type ConnectorRef = Omit<DeliveryRef, 'deliveryId'>

/** A page of the deliveries of a connector, newest first. @throws ApiError 404 */
export async function listDeliveries(
  db: Queryable,
  ref: ConnectorRef,
  { limit, cursor, ...filters }: DeliveryListQuery,
): Promise<JsonText> {
  const which = and(matches(ref, filters), cursor === undefined ? undefined : lt(delivery.id, cursor))
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(DELIVERY_COLUMNS)}
      from (
        select * from ${delivery} where ${which} order by ${delivery.id} desc limit ${limit}
      ) d ${sql.raw(JOINS)}
      order by d.id desc
    ) page`)
  const json = rows[0]?.json ?? '[]'
  if (json === '[]') await checkConnector(db, ref.spaceId, ref.connectorId)
  return new JsonText(json)
}

/** How many deliveries the filters match. @throws ApiError 404 */
export async function countDeliveries(
  db: Db,
  ref: ConnectorRef,
  filters: DeliveryFilters,
): Promise<{ count: number }> {
  const count = await db.$count(delivery, matches(ref, filters))
  if (count === 0) await checkConnector(db, ref.spaceId, ref.connectorId)
  return { count }
}
