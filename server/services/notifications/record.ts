import { and, eq, inArray, sql } from 'drizzle-orm'
import { NOTIFIED_PEOPLE_MAX } from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { alertDelivery, connector, type Notified } from '../../db/schema'
import { groupBy } from '../common/groups'
import type { Named } from '../notices/named'
import type { Duty } from './people'

/** An alert that has notified at a time. */
interface Recorded {
  id: string
  /** 0 when it opened. */
  step: number
  /** The connectors that it may have notified now; all by default. */
  connectorIds?: readonly string[]
}

/** Names of the connectors that were notified that alerts opened, by alert. */
async function connectorsOf(tx: Queryable, spaceId: string, ids: readonly string[]) {
  const rows = await tx
    .select({ alertId: alertDelivery.alertId, id: connector.id, name: connector.name })
    .from(alertDelivery)
    .innerJoin(
      connector,
      and(eq(connector.spaceId, alertDelivery.spaceId), eq(connector.id, alertDelivery.connectorId)),
    )
    .where(
      and(
        eq(alertDelivery.spaceId, spaceId),
        inArray(alertDelivery.alertId, [...ids]),
        eq(alertDelivery.event, 'opened'),
      ),
    )
    .orderBy(connector.name)
  return groupBy(rows, ({ alertId }) => alertId)
}

const isLater = ({ dueAt, emails, isUrgent }: Named, now: Date) =>
  dueAt > now || (emails === 'digest' && !isUrgent)

/**
 * Stores whom alerts have notified now, after their deliveries. One that has notified nobody stores nothing.
 * @param named the people, by alert
 */
export async function recordNotified(
  tx: Queryable,
  spaceId: string,
  alerts: readonly Recorded[],
  { now, named, duty }: { now: Date; named: ReadonlyMap<string, readonly Named[]>; duty: Duty },
): Promise<void> {
  if (alerts.length === 0) return
  const connectors = await connectorsOf(
    tx,
    spaceId,
    alerts.map(({ id }) => id),
  )
  const entries = alerts.flatMap(({ id, step, connectorIds }) => {
    const people = named.get(id) ?? []
    const notified = (connectors.get(id) ?? []).filter((one) => connectorIds?.includes(one.id) ?? true)
    if (people.length + notified.length === 0) return []
    const entry: Notified = {
      at: now.toISOString(),
      step,
      people: people
        .toSorted((a, b) => +isLater(a, now) - +isLater(b, now))
        .slice(0, NOTIFIED_PEOPLE_MAX)
        .map(({ email }) => email),
      people_count: people.length,
      later_count: people.filter((one) => isLater(one, now)).length,
      connectors: notified.map(({ name }) => name),
      is_gap: duty.get(id)?.isGap ?? false,
    }
    return { id, entry: [entry] }
  })
  if (entries.length === 0) return
  await tx.execute(sql`
    update alert set notified = notified || x.entry
    from json_to_recordset(${JSON.stringify(entries)}::json) as x (id uuid, entry jsonb)
    where alert.space_id = ${spaceId} and alert.id = x.id`)
}
