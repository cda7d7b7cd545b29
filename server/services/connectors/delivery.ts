import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { notFound } from '../../errors'
import { isoTime, JsonText } from '../json'

/** Which delivery. */
export interface DeliveryRef {
  spaceId: string
  connectorId: string
  deliveryId: string
}

/** Attempts that are answered of one delivery, the last ones: those of retries by hand have no end. */
const TRIES_MAX = 100
/** Characters of an error that a delivery tells; its attempts have all of it. */
const ERROR_MAX = 1000

/** Columns of a delivery `d` as the contract answers it, with `JOINS`. */
export const DELIVERY_COLUMNS = `
  d.id, d.connector_id, d.message_id, m.type as message_type, d.device_id, v.name as device_name, d.state,
  ${isoTime('d.created_at')} as created_at, d.attempts, ${isoTime('a.created_at')} as last_attempt_at,
  ${isoTime('d.next_attempt_at')} as next_attempt_at, a.status, left(a.error, ${ERROR_MAX}) as error,
  a.error_code, left(a.error_detail, ${ERROR_MAX}) as error_detail`

/** The message, if it is kept still, the device and the last attempt of a delivery `d`. */
export const JOINS = `
  left join message m on m.space_id = d.space_id and m.created_at = d.message_created_at and m.id = d.message_id
  join device v on v.space_id = d.space_id and v.id = d.device_id
  left join lateral (
    select a.created_at, a.status, a.error, a.error_code, a.error_detail from delivery_attempt a
    where a.space_id = d.space_id and a.connector_id = d.connector_id and a.delivery_id = d.id
    order by a.attempt desc limit 1
  ) a on true`

const TRIES = `
  (select coalesce(json_agg(json_build_object(
    'attempt', t.attempt, 'created_at', ${isoTime('t.created_at')}, 'duration', t.duration, 'method', t.method,
    'url', t.url, 'status', t.status, 'error', t.error,
    'error_code', t.error_code, 'error_detail', t.error_detail, 'next_attempt_at', ${isoTime('t.next_attempt_at')},
    'request_body', t.request_body, 'response_body', t.response_body, 'logs', t.logs
  ) order by t.attempt), '[]')
  from (
    select * from delivery_attempt t
    where t.space_id = d.space_id and t.connector_id = d.connector_id and t.delivery_id = d.id
    order by t.attempt desc limit ${TRIES_MAX}
  ) t) as tries`

/** A delivery of the connector; `tries` adds its last attempts, in order. @throws ApiError 404 */
export async function readDelivery(
  db: Queryable,
  { spaceId, connectorId, deliveryId }: DeliveryRef,
  { tries }: { tries: boolean },
): Promise<JsonText> {
  const columns = tries ? `${DELIVERY_COLUMNS}, ${TRIES}` : DELIVERY_COLUMNS
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(columns)} from delivery d ${sql.raw(JOINS)}
      where d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = ${deliveryId}
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}
