import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import {
  ALERT_DEVICES_MAX,
  type Alert,
  type AlertListQuery,
  alertSchema,
  type ConnectorEpisode,
  type Episode,
} from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { alert, alertEpisode, connector, device } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { note } from '../audit'
import { type Caller, may, nameOf } from '../common/caller'
import { type Columns, columnsOf, objectText, selectText, timeColumn } from '../common/columns'
import { isoTime, JsonText } from '../common/json'
import { shownDoer } from '../common/shownPerson'
import { checkVersion, type IfMatch, raised } from '../common/version'
import { carriesOne, carriesOnly } from '../common/visibility'
import { isMuteOf, isMuteOfConnector } from './muted'
import { seesScope } from './scope'

/** Which alert. */
export interface AlertRef {
  spaceId: string
  alertId: string
}

const TIMES = {
  since: timeColumn(alertEpisode.since),
  opened_at: timeColumn(alertEpisode.openedAt),
  ended_at: timeColumn(alertEpisode.endedAt),
}

const NO_NAME = sql<string>`''`

/** Of a device its name is told to who reads devices, and its values to who reads those. */
const episodeFor = (caller: Caller) =>
  ({
    device_id: device.id,
    device_name: may(caller, 'space:device:read') ? device.name : NO_NAME,
    path: sql<string | null>`nullif(${alertEpisode.path}, '')`,
    ...TIMES,
    worst: may(caller, 'space:message:series:read') ? alertEpisode.worst : sql<null>`null`,
  }) satisfies Columns<Episode>

const connectorEpisodeFor = (caller: Caller) =>
  ({
    connector_id: connector.id,
    connector_name: may(caller, 'space:connector:read') ? connector.name : NO_NAME,
    ...TIMES,
  }) satisfies Columns<ConnectorEpisode>

/** SQL of the episodes of an alert that the caller sees, beside the row of their device. */
const seenOf = (caller: Caller): SQL => sql`
  from ${alertEpisode} join ${device} on ${device.spaceId} = ${alertEpisode.spaceId} and ${device.id} = ${alertEpisode.deviceId}
  where ${and(
    sql`${alertEpisode.spaceId} = ${alert.spaceId}`,
    sql`${alertEpisode.alertId} = ${alert.id}`,
    carriesOne(caller, 'device', device),
  )}`

/** The same of connectors. */
const connectorsOf = (caller: Caller): SQL => sql`
  from ${alertEpisode} join ${connector} on ${connector.spaceId} = ${alertEpisode.spaceId} and ${connector.id} = ${alertEpisode.connectorId}
  where ${and(
    sql`${alertEpisode.spaceId} = ${alert.spaceId}`,
    sql`${alertEpisode.alertId} = ${alert.id}`,
    carriesOnly(caller, 'connector', connector),
  )}`

/** SQL that counts what is in the column of an episode, and how much of it is still open. */
const countsOf = (column: typeof alertEpisode.deviceId | typeof alertEpisode.connectorId): SQL => sql`
  count(distinct ${column})::int as count,
  (count(distinct ${column}) filter (where ${alertEpisode.endedAt} is null))::int as open`

/**
 * SQL of the first episodes, as JSON: those of the first one, that are still open, and that opened last before the others.
 * @param from as `seenOf` says
 */
const firstOf = (columns: Columns<Episode> | Columns<ConnectorEpisode>, from: SQL, isFirst: SQL): SQL => sql`
  select json_agg(first.one order by first.is_other, first.is_over, first.at desc, first.id desc) as all from (
    select ${sql.raw(objectText(columns))} as one, ${isFirst} as is_other, ${alertEpisode.endedAt} is not null as is_over,
      ${alertEpisode.openedAt} as at, ${alertEpisode.id} as id
    ${from}
    order by 2, 3, 4 desc, 5 desc limit ${ALERT_DEVICES_MAX}
  ) first`

/** SQL of the value that was furthest beyond, as `step` compares them: of values without a direction the last one. */
const worstSeen = (caller: Caller): SQL =>
  may(caller, 'space:message:series:read')
    ? sql`(
  select json_build_object('device_id', ${alertEpisode.deviceId}, 'path', ${alertEpisode.path}, 'value', ${alertEpisode.worst})
  ${seenOf(caller)} and ${alertEpisode.worst} is not null
  order by case ${alert.condition}->>'kind' when 'below' then ${alertEpisode.worst} when 'above' then -${alertEpisode.worst} end,
    ${alertEpisode.openedAt} desc, ${alertEpisode.id} desc
  limit 1)`
    : sql`null`

const FIELDS = columnsOf(
  alertSchema.omit({
    device_count: true,
    connector_count: true,
    open_count: true,
    devices: true,
    connectors: true,
    worst: true,
    acknowledged_by: true,
    mutes: true,
    is_partly_muted: true,
  }),
  alert,
  {},
)

/** Who asks, and when. */
interface Asked {
  caller: Caller
  now: Date
}

/** SQL of the condition on a row `m` of `mute` that it runs, and that the caller sees it. */
const isRunning = ({ caller, now }: Asked): SQL =>
  sql`m.starts_at <= ${now} and m.ends_at > ${now} and not m.is_past and ${seesScope(caller, sql`m.scope`) ?? sql`true`}`

/** SQL of the condition that one of the open devices or connectors that the caller sees is not muted. */
const isOneUnmuted = (asked: Asked): SQL => {
  const unmuted = (seen: SQL, isMute: string) => sql`exists (
    select ${seen} and ${alertEpisode.endedAt} is null and not exists (
      select from mute m join lateral (select ${alertEpisode.ruleId} as id) r on true
      where ${isRunning(asked)} and ${sql.raw(isMute)}))`
  const ofDevices = unmuted(seenOf(asked.caller), isMuteOf('r', 'device'))
  return sql`(${ofDevices} or ${unmuted(connectorsOf(asked.caller), isMuteOfConnector('r', 'connector'))})`
}

/**
 * Alerts as JSON. A key that is limited to tags is told of the devices and connectors that it sees.
 * @param first id of the device or connector that is told before the others
 */
const select = (asked: Asked, which: SQL | undefined, rest: SQL, first?: string, { caller } = asked) => sql`
  select coalesce(json_agg(row_to_json(one)), '[]')::text as json from (
    select ${sql.raw(selectText(FIELDS))}, ${sql.raw(shownDoer(caller, 'alert.acknowledged_by'))} as acknowledged_by, seen.count as device_count, linked.count as connector_count,
      seen.open + linked.open as open_count, coalesce(devices.all, '[]') as devices, coalesce(connectors.all, '[]') as connectors,
      ${worstSeen(caller)} as worst, coalesce(muted.mutes, '[]') as mutes,
      case when muted.mutes is null then false else ${isOneUnmuted(asked)} end as is_partly_muted
    from ${alert}
    cross join lateral (select ${countsOf(alertEpisode.deviceId)} ${seenOf(caller)}) seen
    cross join lateral (select ${countsOf(alertEpisode.connectorId)} ${connectorsOf(caller)}) linked
    cross join lateral (
      ${firstOf(episodeFor(caller), seenOf(caller), sql`${alertEpisode.deviceId} is distinct from ${first ?? null}::uuid`)}
    ) devices
    cross join lateral (
      ${firstOf(connectorEpisodeFor(caller), connectorsOf(caller), sql`${alertEpisode.connectorId} is distinct from ${first ?? null}::uuid`)}
    ) connectors
    cross join lateral (
      select json_agg(json_build_object(
        'id', m.id, 'name', m.name, 'ends_at', ${sql.raw(isoTime('m.ends_at'))}, 'created_by', ${sql.raw(shownDoer(caller, 'm.created_by'))})
        order by m.ends_at desc) as mutes
      from mute m
      where m.space_id = ${alert.spaceId} and ${alert.endedAt} is null and ${isRunning(asked)} and exists (
          select from alert_episode e
            left join device d on d.space_id = e.space_id and d.id = e.device_id
            left join connector c on c.space_id = e.space_id and c.id = e.connector_id
            join lateral (select e.rule_id as id) r on true
          where e.space_id = ${alert.spaceId} and e.alert_id = ${alert.id} and e.ended_at is null
            and (${sql.raw(isMuteOf('r', 'd'))} or ${sql.raw(isMuteOfConnector('r', 'c'))}))
    ) muted
    where ${which} ${rest}
  ) one`

/** The condition that the caller sees an alert: all of them, or one of its devices or connectors. */
export const isSeen = (caller: Caller): SQL | undefined =>
  carriesOne(caller, 'device', device) &&
  sql`(exists (select ${seenOf(caller)}) or exists (select ${connectorsOf(caller)}))`

async function readOne(db: Queryable, asked: Asked, { spaceId, alertId }: AlertRef): Promise<JsonText> {
  const which = and(eq(alert.spaceId, spaceId), eq(alert.id, alertId), isSeen(asked.caller))
  const { rows } = await db.execute<{ json: string | null; version: number }>(sql`
    select json, (json::json->>'version')::int as version
    from (select (${select(asked, which, sql``)})::json->>0 as json) one`)
  const [row] = rows
  if (!row?.json) throw notFound()
  return new JsonText(row.json, row.version)
}

/** The alerts of a space that the caller sees, the newest first. */
export async function listAlerts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { state, rule_id, device_id, connector_id, limit, cursor }: AlertListQuery,
): Promise<JsonText> {
  const which = and(
    eq(alert.spaceId, spaceId),
    isSeen(caller),
    state && (state === 'open' ? sql`${alert.endedAt} is null` : sql`${alert.endedAt} is not null`),
    rule_id?.length ? inArray(alert.ruleId, rule_id) : undefined,
    device_id === undefined
      ? undefined
      : sql`exists (select ${seenOf(caller)} and ${alertEpisode.deviceId} = ${device_id})`,
    connector_id === undefined
      ? undefined
      : sql`exists (select ${connectorsOf(caller)} and ${alertEpisode.connectorId} = ${connector_id})`,
    cursor === undefined ? undefined : sql`${alert.id} < ${cursor}`,
  )
  const { rows } = await db.execute<{ json: string }>(
    select(
      { caller, now: now() },
      which,
      sql`order by ${alert.id} desc limit ${limit}`,
      device_id ?? connector_id,
    ),
  )
  return new JsonText(rows[0]?.json ?? '[]')
}

/** @throws ApiError 404 */
export const readAlert = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
): Promise<JsonText> => readOne(db, { caller, now: now() }, one)

/** Notes that somebody looks after an alert; who says so last is told. @throws ApiError 404, 412 */
export async function acknowledge(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  text: Alert['note'],
  ifMatch: IfMatch,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    const is = and(eq(alert.spaceId, one.spaceId), eq(alert.id, one.alertId))
    const [before] = await tx
      .select({ name: alert.ruleName, note: alert.note, version: alert.version })
      .from(alert)
      .where(and(is, isSeen(caller)))
      .for('no key update')
    if (!before) throw notFound()
    const { spaceId, alertId } = one
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: alertId, version: before.version })
    const change = { acknowledgedAt: now(), acknowledgedBy: nameOf(caller), note: text }
    await tx
      .update(alert)
      .set({ ...change, ...raised(alert) })
      .where(is)
    await note(tx, { now }, caller, {
      action: 'alert.acknowledge',
      spaceId,
      target: { id: alertId, name: before.name },
      before: { note: before.note },
      after: { note: text },
      version: before.version + 1,
    })
    return readOne(tx, { caller, now: now() }, one)
  })
}

/** Days that an alert is kept after it has ended. */
const KEPT_DAYS = 400
const DAY = 86_400_000

/** Forgets alerts that ended long ago. */
export async function forgetOldAlerts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(alert).where(lt(alert.endedAt, new Date(now().getTime() - KEPT_DAYS * DAY)))
}
