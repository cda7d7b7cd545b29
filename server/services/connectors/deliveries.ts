import { type SQL, sql } from 'drizzle-orm'
import type { DeliveryFilters, DeliveryListQuery } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { JsonText } from '../json'
import { DELIVERY_COLUMNS, type DeliveryRef, JOINS } from './delivery'
import { checkConnector } from './row'

type ConnectorRef = Omit<DeliveryRef, 'deliveryId'>

/** The condition that the filters match a delivery `d`. */
function matches({ spaceId, connectorId }: ConnectorRef, { state, after, before }: DeliveryFilters): SQL {
  const conditions = [sql`d.space_id = ${spaceId}`, sql`d.connector_id = ${connectorId}`]
  if (state?.length) conditions.push(sql`d.state = any(${sql.param(state)})`)
  if (after !== undefined || before !== undefined)
    conditions.push(sql`exists (
    select from delivery_attempt a
    where a.space_id = d.space_id and a.connector_id = d.connector_id and a.delivery_id = d.id
      and ${triedBetween({ after, before })})`)
  return sql.join(conditions, sql` and `)
}

/** The condition that an attempt `a` was made in the time. */
function triedBetween({ after, before }: Pick<DeliveryFilters, 'after' | 'before'>): SQL {
  const conditions = [sql`true`]
  if (after !== undefined) conditions.push(sql`a.created_at >= ${new Date(after)}`)
  if (before !== undefined) conditions.push(sql`a.created_at <= ${new Date(before)}`)
  return sql.join(conditions, sql` and `)
}

/** A page of the deliveries of a connector, newest first. @throws ApiError 404 */
export async function listDeliveries(
  db: Queryable,
  ref: ConnectorRef,
  { limit, cursor, ...filters }: DeliveryListQuery,
): Promise<JsonText> {
  const after = cursor === undefined ? sql`` : sql`and d.id < ${cursor}`
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(DELIVERY_COLUMNS)}
      from (
        select * from delivery d where ${matches(ref, filters)} ${after} order by d.id desc limit ${limit}
      ) d ${sql.raw(JOINS)}
      order by d.id desc
    ) page`)
  const json = rows[0]?.json ?? '[]'
  if (json === '[]') await checkConnector(db, ref.spaceId, ref.connectorId)
  return new JsonText(json)
}

/** How many deliveries the filters match. @throws ApiError 404 */
export async function countDeliveries(
  db: Queryable,
  ref: ConnectorRef,
  filters: DeliveryFilters,
): Promise<{ count: number }> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from delivery d where ${matches(ref, filters)}`,
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) await checkConnector(db, ref.spaceId, ref.connectorId)
  return { count }
}
