import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ALERT_DEVICES_MAX } from '#contract/alerts'
import type { JobAlertConnector, JobAlertDevice, JobAlertEvent } from '#contract/connectors'
import { shownIn } from '#contract/series'
import type { Queryable } from '../../db/database'
import {
  type AlertContent,
  alert,
  alertEpisode,
  connector,
  delivery,
  device,
  seriesSettings,
  space,
} from '../../db/schema'
import { clockAt } from '../common/columns'
import { idAt, newId } from '../common/ids'
import { isoTime } from '../common/json'
import { inEnglish, namedBy } from './english'

/**
 * SQL condition: the rule of an alert names a connector `c` that delivers. A connector is not notified of its own failure: the notification
 * could end or restart that failure, again and again. If it failed later, it is notified of the end, because its receiver knows the
 * beginning.
 */
const isNamed = sql`c.space_id = ${alert.spaceId} and c.enabled and ${alert.notify}->'connector_ids' ? c.id::text and (
  not exists (
    select from alert_episode own
    where own.space_id = ${alert.spaceId} and own.alert_id = ${alert.id} and own.connector_id = c.id)
  or exists (
    select from alert_delivery before
    where before.space_id = ${alert.spaceId} and before.alert_id = ${alert.id} and before.connector_id = c.id))`

const countOf = (column: 'device_id' | 'connector_id', spaceId: string) => sql<number>`(
  select count(distinct e.${sql.identifier(column)})::int from alert_episode e
  where e.space_id = ${spaceId} and e.alert_id = ${alert.id})`

/** Alerts of a space that a connector is to be notified of, with the data that all notifications share. */
const findAlerts = async (tx: Queryable, spaceId: string, ids: readonly string[]) =>
  tx
    .select({
      id: alert.id,
      ruleId: alert.ruleId,
      ruleName: alert.ruleName,
      condition: alert.condition,
      urgent: alert.urgent,
      openedAt: alert.openedAt,
      endedAt: alert.endedAt,
      space: { id: space.id, name: space.name },
      settings: seriesSettings.settings,
      deviceCount: countOf('device_id', spaceId),
      connectorCount: countOf('connector_id', spaceId),
      flapping: sql<AlertContent['flapping']>`(
        select json_build_object('times', alert_episode.flaps, 'since', ${sql.raw(isoTime('alert_episode.flapping_since'))})
        from alert_episode
        where alert_episode.space_id = ${spaceId} and alert_episode.alert_id = ${alert.id} and alert_episode.flaps is not null
        order by alert_episode.flaps desc limit 1)`,
    })
    .from(alert)
    .innerJoin(space, eq(space.id, alert.spaceId))
    .leftJoin(seriesSettings, eq(seriesSettings.spaceId, alert.spaceId))
    .where(
      and(
        eq(alert.spaceId, spaceId),
        inArray(alert.id, [...ids]),
        sql`exists (select from connector c where ${isNamed})`,
      ),
    )

type Found = Awaited<ReturnType<typeof findAlerts>>[number]

const episodesOf = async (tx: Queryable, spaceId: string, alertId: string) =>
  tx
    .select({
      id: device.id,
      name: device.name,
      serial_number: device.serialNumber,
      path: alertEpisode.path,
      value: alertEpisode.worst,
      since: sql<string>`${sql.raw(isoTime('alert_episode.since'))}`,
      ended_at: sql<string | null>`${sql.raw(isoTime('alert_episode.ended_at'))}`,
    })
    .from(alertEpisode)
    .innerJoin(device, and(eq(device.spaceId, alertEpisode.spaceId), eq(device.id, alertEpisode.deviceId)))
    .where(and(eq(alertEpisode.spaceId, spaceId), eq(alertEpisode.alertId, alertId)))
    .orderBy(alertEpisode.openedAt, alertEpisode.id)
    .limit(ALERT_DEVICES_MAX)

const connectorsOf = async (tx: Queryable, spaceId: string, alertId: string): Promise<JobAlertConnector[]> =>
  tx
    .select({
      id: connector.id,
      name: connector.name,
      since: sql<string>`${sql.raw(isoTime('alert_episode.since'))}`,
      ended_at: sql<string | null>`${sql.raw(isoTime('alert_episode.ended_at'))}`,
    })
    .from(alertEpisode)
    .innerJoin(
      connector,
      and(eq(connector.spaceId, alertEpisode.spaceId), eq(connector.id, alertEpisode.connectorId)),
    )
    .where(and(eq(alertEpisode.spaceId, spaceId), eq(alertEpisode.alertId, alertId)))
    .orderBy(alertEpisode.openedAt, alertEpisode.id)
    .limit(ALERT_DEVICES_MAX)

/** The alert as it is now. */
async function contentOf(tx: Queryable, event: JobAlertEvent, found: Found): Promise<AlertContent> {
  const { id, ruleId, ruleName, condition, urgent, openedAt, endedAt, space, settings } = found
  const episodes = await episodesOf(tx, space.id, id)
  const paths = [...episodes.map(({ path }) => path), ...('path' in condition ? [condition.path] : [])]
  const shown = shownIn(settings ?? [], paths.filter(Boolean))
  const devices = episodes.map(
    ({ path, ...one }): JobAlertDevice =>
      path === ''
        ? Object.assign(one, { path: null, label: condition.kind === 'boots' ? 'boots' : null, unit: null })
        : Object.assign(one, namedBy(shown(path))),
  )
  return {
    event,
    test: false,
    id,
    rule: { id: ruleId, name: ruleName },
    urgent,
    condition,
    sentence: inEnglish(condition, shown),
    opened_at: openedAt.toISOString(),
    ended_at: event === 'ended' && endedAt ? endedAt.toISOString() : null,
    flapping: found.flapping,
    device_count: found.deviceCount,
    devices,
    connector_count: found.connectorCount,
    connectors: found.connectorCount > 0 ? await connectorsOf(tx, space.id, id) : [],
    space,
  }
}

/** Milliseconds from the notification that an alert opened to the one that it was resolved, when both are sent now. */
const SECOND = 2000

/** Names of the columns that `STORE` adds. */
const COLUMNS: SQL = sql`space_id, connector_id, id, device_id, alert, created_at, next_attempt_at, due_at`

/**
 * Stores deliveries of alert events for the connectors that the rules name. Each connector is notified of each event once, even if this is
 * repeated. Ring `deps.dueDeliveries` after the commit.
 * @param isSecond whether a notification that the alert opened goes out first
 */
export async function addAlertDeliveries(
  tx: Queryable,
  event: JobAlertEvent,
  spaceId: string,
  ids: readonly string[],
  at: Date,
  { isSecond = false } = {},
): Promise<void> {
  if (ids.length === 0) return
  const after = isSecond ? SECOND : 0
  for (const found of await findAlerts(tx, spaceId, ids)) {
    const content = await contentOf(tx, event, found)
    const [only] = content.device_count === 1 ? content.devices : []
    await tx.execute(sql`
      with added as (
        insert into alert_delivery (space_id, alert_id, event, connector_id, delivery_id)
        select ${spaceId}::uuid, ${alert.id}, ${event}, c.id, ${sql.raw(idAt('clock.at'))}
        from ${alert} join connector c on ${isNamed} cross join ${clockAt(at)}
        where ${alert.spaceId} = ${spaceId} and ${alert.id} = ${found.id}
        order by c.id
        for key share of c
        on conflict do nothing
        returning connector_id, delivery_id
      )
      insert into delivery (${COLUMNS})
      select ${spaceId}::uuid, connector_id, delivery_id, ${only?.id ?? null}::uuid, ${JSON.stringify(content)}::jsonb,
        ${at}, ${at}, now() + ${after}::int * interval '1 millisecond'
      from added`)
  }
}

/**
 * Stores a test notification for connectors, which the caller has locked. Receivers that do not know tests recognize one by the name of the
 * rule. Ring `deps.dueDeliveries` after the commit.
 * @returns the id of the delivery of each connector
 */
export async function addTestDeliveries(
  tx: Queryable,
  sample: AlertContent,
  connectorIds: readonly string[],
  at: Date,
): Promise<Map<string, string>> {
  if (connectorIds.length === 0) return new Map()
  const rule = { ...sample.rule, name: `Test: ${sample.rule.name}` }
  const rows = connectorIds.map((connectorId) => ({
    spaceId: sample.space.id,
    connectorId,
    id: newId(at),
    alert: { ...sample, rule },
    createdAt: at,
    nextAttemptAt: at,
    dueAt: sql`now()`,
  }))
  await tx.insert(delivery).values(rows)
  return new Map(rows.map(({ connectorId, id }) => [connectorId, id]))
}
