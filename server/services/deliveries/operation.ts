import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { HOUR } from '#contract/common/durations'
import { STATISTICS_HOURS } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connectorOperation, connectorHold as hold } from '../../db/schema'
import type { Deps } from '../../deps'
import type { DeliveryKey } from './take'

/** SQL condition: a row is the operation of this connector. */
export const isOperationOf = ({ spaceId, connectorId }: Pick<DeliveryKey, 'spaceId' | 'connectorId'>) =>
  and(eq(connectorOperation.spaceId, spaceId), eq(connectorOperation.connectorId, connectorId))

/** Locks the operation of a connector, and creates its row if there is none. Undefined if the connector was deleted. */
export async function lockOperation(tx: Queryable, one: Pick<DeliveryKey, 'spaceId' | 'connectorId'>) {
  const { spaceId, connectorId } = one
  await tx.execute(sql`
    insert into connector_operation (space_id, connector_id)
    select c.space_id, c.id from connector c where c.space_id = ${spaceId} and c.id = ${connectorId}
    for key share of c
    on conflict do nothing`)
  const [row] = await tx.select().from(connectorOperation).where(isOperationOf(one)).for('update')
  return row
}

/**
 * Stores since when a connector is held back as it is now, and ends its previous hold. The caller has made that change and locked the
 * operation (`lockOperation`).
 */
export async function noteHeld(
  tx: Queryable,
  { spaceId, connectorId }: Pick<DeliveryKey, 'spaceId' | 'connectorId'>,
  at: Date,
): Promise<void> {
  const isOf = sql`c.space_id = ${spaceId} and c.id = ${connectorId}`
  const runs = sql`
    select c.space_id, c.id, case when c.enabled then coalesce(o.state, 'on') else 'off' end as state,
      o.status, o.error, o.error_code, o.error_detail
    from connector c left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
    where ${isOf}`
  const isOpen = and(eq(hold.spaceId, spaceId), eq(hold.connectorId, connectorId), isNull(hold.until))
  await tx
    .update(hold)
    .set({ until: sql`greatest(${hold.since}, ${at.toISOString()}::timestamptz)` })
    .where(and(isOpen, ne(hold.state, sql`(select r.state from (${runs}) r)`)))
  await tx.execute(sql`
    insert into connector_hold (space_id, connector_id, since, state, status, error, error_code, error_detail)
    select r.space_id, r.id, ${at.toISOString()}::timestamptz, r.state, why.status, why.error, why.error_code, why.error_detail
    from (${runs}) r left join lateral (
      select r.status, r.error, r.error_code, r.error_detail where r.state in ('waiting', 'stopped')) why on true
    where r.state <> 'on' and not exists (
      select from connector_hold h where h.space_id = ${spaceId} and h.connector_id = ${connectorId} and h.until is null)
    on conflict (space_id, connector_id, since) do update set until = null, state = excluded.state, status = excluded.status,
      error = excluded.error, error_code = excluded.error_code, error_detail = excluded.error_detail`)
}

/** Deletes holds that are older than any statistics. */
export async function forgetOldHolds({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - STATISTICS_HOURS * HOUR)
  await db.delete(hold).where(lt(hold.until, before))
}
