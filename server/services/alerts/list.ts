import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  ALERT_DEVICES_MAX,
  ALERT_NOTES_MAX,
  type AlertListQuery,
  alertSchema,
  type ConnectorEpisode,
  type Episode,
  LISTED_NOTES,
} from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { alert, alertEpisode, connector, device } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { type Caller, may, shownDoer, userIdOf } from '../common/caller'
import { type Columns, columnsOf, objectText, selectText, timeColumn } from '../common/columns'
import { isoTime, JsonText } from '../common/json'
import { hasAllowedTag, hasOnlyAllowedTags, limitOf } from '../common/visibility'
import type { Clocked } from '../resources/spaceQueries'
import { type Asked, JOIN_MUTED, MUTES, mutedNow } from './muted'
import { seesScope } from './scope'

/** Ids of an alert. */
export interface AlertRef {
  spaceId: string
  alertId: string
}

const TIMES = {
  since: timeColumn(alertEpisode.since),
  opened_at: timeColumn(alertEpisode.openedAt),
  ended_at: timeColumn(alertEpisode.endedAt),
}

/** SQL of how an episode flaps, as JSON. */
const FLAPPING = sql<Episode['flapping']>`case when ${alertEpisode.flaps} is not null then
  json_build_object('times', ${alertEpisode.flaps}, 'since', ${sql.raw(isoTime('alert_episode.flapping_since'))}) end`

const NO_NAME = sql<string>`''`

/** The name of a device is for callers who may read devices, and its values for those who may read values. */
const episodeFor = (caller: Caller) =>
  ({
    device_id: device.id,
    device_name: may(caller, 'space:device:read') ? device.name : NO_NAME,
    path: sql<string | null>`nullif(${alertEpisode.path}, '')`,
    ...TIMES,
    worst: may(caller, 'space:message:series:read') ? alertEpisode.worst : sql<null>`null`,
    flapping: FLAPPING,
  }) satisfies Columns<Episode>

const connectorEpisodeFor = (caller: Caller) =>
  ({
    connector_id: connector.id,
    connector_name: may(caller, 'space:connector:read') ? connector.name : NO_NAME,
    ...TIMES,
    flapping: FLAPPING,
  }) satisfies Columns<ConnectorEpisode>

/** SQL of the ids of the devices and connectors that a caller with tags sees. */
export const seenBy = (caller: Caller, spaceId: string): SQL => sql`
  select ${device.id} from ${device}
  where ${and(eq(device.spaceId, spaceId), hasAllowedTag(caller, 'device', device))}
  union all
  select ${connector.id} from ${connector}
  where ${and(eq(connector.spaceId, spaceId), hasOnlyAllowedTags(caller, 'connector', connector))}`

/**
 * SQL condition: an id is among others; undefined for callers without a limit. Within `coalesce` the ids are read once and hashed, whatever
 * PostgreSQL expects of them.
 */
export const isAmong = (caller: Caller, id: SQLWrapper, ids: SQL): SQL | undefined =>
  limitOf(caller) ? sql`coalesce(${id} in (${ids}), false)` : undefined

const SEEN = sql`select id from seen`

/** SQL condition: an episode is of a device that the caller sees. */
const ofDevice = (caller: Caller): SQL | undefined =>
  and(isNotNull(alertEpisode.deviceId), isAmong(caller, alertEpisode.deviceId, SEEN))

/** SQL condition: an episode is of a connector that the caller sees. */
const ofConnector = (caller: Caller): SQL | undefined =>
  and(isNotNull(alertEpisode.connectorId), isAmong(caller, alertEpisode.connectorId, SEEN))

const episodesOf = (which: SQL | undefined): SQL => sql`
  from ${alertEpisode}
  where ${and(sql`${alertEpisode.spaceId} = ${alert.spaceId}`, sql`${alertEpisode.alertId} = ${alert.id}`, which)}`

/**
 * SQL of the first episodes, as JSON: first the given one, then open ones, then the latest. Only the episodes that are returned are joined
 * with their subjects.
 */
const firstOf = (
  columns: Columns<Episode> | Columns<ConnectorEpisode>,
  about: SQL,
  from: SQL,
  isOther: SQL,
): SQL => sql`
  select json_agg(${sql.raw(objectText(columns))}
    order by ${alertEpisode}.is_other, ${alertEpisode}.is_over, ${alertEpisode.openedAt} desc, ${alertEpisode.id} desc) as all
  from (
    select ${alertEpisode}.*, ${isOther} as is_other, ${alertEpisode.endedAt} is not null as is_over
    ${from}
    order by is_other, is_over, ${alertEpisode.openedAt} desc, ${alertEpisode.id} desc limit ${ALERT_DEVICES_MAX}
  ) ${alertEpisode} join ${about}`

const A_DEVICE = sql`${device} on ${device.spaceId} = ${alertEpisode.spaceId} and ${device.id} = ${alertEpisode.deviceId}`
const A_CONNECTOR = sql`${connector} on ${connector.spaceId} = ${alertEpisode.spaceId} and ${connector.id} = ${alertEpisode.connectorId}`

/** SQL of the value furthest beyond the threshold, as `step` compares them; the last one for values without a direction. */
const worstSeen = (caller: Caller): SQL =>
  may(caller, 'space:message:series:read')
    ? sql`(
  select json_build_object('device_id', ${alertEpisode.deviceId}, 'path', ${alertEpisode.path}, 'value', ${alertEpisode.worst})
  ${episodesOf(and(ofDevice(caller), isNotNull(alertEpisode.worst)))}
  order by alert.direction * ${alertEpisode.worst},
    ${alertEpisode.openedAt} desc, ${alertEpisode.id} desc
  limit 1)`
    : sql`null`

/** SQL of how an alert flaps: as that of its devices and connectors which has opened most often. */
const mostFlapping = (caller: Caller): SQL => sql`(
  select ${FLAPPING} ${episodesOf(and(or(ofDevice(caller), ofConnector(caller)), isNotNull(alertEpisode.flaps)))}
  order by ${alertEpisode.flaps} desc limit 1)`

/** SQL of whom an alert has notified; names are for callers who may read them. */
const notifiedFor = (caller: Caller): SQL => sql`(
  select coalesce(json_agg(one.value || jsonb_build_object(
    'people', (select coalesce(jsonb_agg(${sql.raw(shownDoer(caller, 'p.value'))}), '[]') from jsonb_array_elements_text(one.value->'people') p),
    'connectors', ${may(caller, 'space:connector:read') ? sql`one.value->'connectors'` : sql`jsonb_build_array()`}
  ) order by one.place), '[]')
  from jsonb_array_elements(alert.notified) with ordinality as one (value, place))`

/** SQL of whom an alert notifies next. */
const NEXT_STEP = sql.raw(`case
  when alert.ended_at is null and alert.acknowledged_at is null and alert.escalates_at is not null
  then alert.escalation->alert.escalation_step || jsonb_build_object('at', ${isoTime('alert.escalates_at')}) end`)

const FIELDS = {
  ...columnsOf(
    alertSchema.omit({
      device_count: true,
      connector_count: true,
      open_count: true,
      devices: true,
      connectors: true,
      worst: true,
      flapping: true,
      notified: true,
      next_step: true,
      acknowledged_by: true,
      assigned_to: true,
      notes: true,
      note_count: true,
      mutes: true,
      is_partly_muted: true,
    }),
    alert,
    {},
  ),
}

/** SQL of the newest notes of an `alert`, as JSON, and their number. */
const notesOf = (caller: Caller, most: number): SQL => sql`
  select count(*)::int as count, json_agg(json_build_object(
      'id', n.id, 'text', n.text, 'by', ${sql.raw(shownDoer(caller, 'n.by'))}, 'at', ${sql.raw(isoTime('n.created_at'))})
    order by n.id desc) filter (where n.place <= ${most}) as newest
  from (
    select n.*, row_number() over (order by n.id desc) as place from alert_note n
    where n.space_id = ${alert.spaceId} and n.alert_id = ${alert.id}
  ) n`

/**
 * The mutes of the alerts of a `page`, as tables of a `with`: for each alert the set of all its mutes, and whether they leave out something
 * that the caller sees.
 */
const mutesOfPage = (asked: Asked): SQL => sql`
  ${mutedNow(asked, seesScope(asked.caller, sql`m.scope`))}, muted as materialized (
    select o.alert_id, bit_or(o.mutes) as mutes, bool_or(o.mutes = o.none and o.is_seen) as is_one_left
    from (
      select e.alert_id, g.none, ${MUTES} as mutes, ${isSeenEpisode(asked.caller)} as is_seen
      from page a join alert_episode e on e.space_id = a.space_id and e.rule_id = a.rule_id and e.alert_id = a.id ${JOIN_MUTED}
      where a.ended_at is null and e.ended_at is null and exists (select from running)
    ) o group by o.alert_id
  ), mute_json as materialized (
    select m.place, m.bit, json_build_object(
      'id', m.id, 'name', m.name, 'ends_at', ${sql.raw(isoTime('m.ends_at'))}, 'created_by', ${sql.raw(shownDoer(asked.caller, 'm.created_by'))}) as json
    from running m
  )`

/** SQL condition: the caller sees the subject of an episode `e`. */
const isSeenEpisode = (caller: Caller): SQL =>
  isAmong(caller, sql`coalesce(e.device_id, e.connector_id)`, SEEN) ?? sql`true`

interface Options {
  /** Id of the device or connector that is returned first. */
  first?: string | undefined
  /** Most notes of an alert that are returned. */
  notes: number
}

/**
 * Alerts as JSON. A caller who is limited to tags gets the devices and connectors that they see. The alerts of a page are selected first;
 * everything else is read for these alerts alone, once for all or once for each.
 */
const select = (
  asked: Asked,
  which: SQL | undefined,
  rest: SQL,
  { first, notes }: Options,
  { caller } = asked,
) => sql`
  with seen as materialized (
    ${limitOf(caller) ? seenBy(caller, asked.spaceId) : sql`select null::uuid as id where false`}
  ), page as materialized (
    select ${alert}.*, case ${alert.condition}->>'kind' when 'below' then 1 when 'above' then -1 end as direction
    from ${alert} where ${which} ${rest}
  ), ${mutesOfPage(asked)}
  select coalesce(json_agg(row_to_json(one)), '[]')::text as json from (
    select ${sql.raw(selectText(FIELDS))}, ${sql.raw(shownDoer(caller, 'alert.acknowledged_by'))} as acknowledged_by, ${sql.raw(shownDoer(caller, 'coalesce(alert.assigned_to, alert.acknowledged_by)'))} as assigned_to, counted.devices as device_count, counted.connectors as connector_count,
      counted.open as open_count, coalesce(devices.all, '[]') as devices, coalesce(connectors.all, '[]') as connectors,
      ${worstSeen(caller)} as worst, ${mostFlapping(caller)} as flapping, ${notifiedFor(caller)} as notified, ${NEXT_STEP} as next_step, coalesce(notes.newest, '[]') as notes, notes.count as note_count, coalesce(shown.mutes, '[]') as mutes,
      shown.mutes is not null and coalesce(muted.is_one_left, false) as is_partly_muted
    from page ${alert}
    cross join lateral (
      select count(subject.device_id)::int as devices, count(subject.connector_id)::int as connectors,
        (count(*) filter (where subject.is_open))::int as open
      from (
        select ${alertEpisode.deviceId}, ${alertEpisode.connectorId}, bool_or(${alertEpisode.endedAt} is null) as is_open
        ${episodesOf(or(ofDevice(caller), ofConnector(caller)))} group by 1, 2
      ) subject
    ) counted
    cross join lateral (
      ${firstOf(episodeFor(caller), A_DEVICE, episodesOf(ofDevice(caller)), sql`${alertEpisode.deviceId} is distinct from ${first ?? null}::uuid`)}
    ) devices
    cross join lateral (
      ${firstOf(connectorEpisodeFor(caller), A_CONNECTOR, episodesOf(and(ofConnector(caller), sql`counted.connectors > 0`)), sql`${alertEpisode.connectorId} is distinct from ${first ?? null}::uuid`)}
    ) connectors
    cross join lateral (${notesOf(caller, notes)}) notes
    left join muted on muted.alert_id = ${alert.id}
    cross join lateral (
      select json_agg(m.json order by m.place) as mutes from mute_json m where m.bit & muted.mutes = m.bit
    ) shown
    order by ${alert.id} desc
  ) one`

/** The condition that the caller sees an alert: all alerts, or one of its devices or connectors. */
export const isSeen = (caller: Caller): SQL | undefined =>
  caller.spaceId !== null && limitOf(caller)
    ? sql`exists (
        select from alert_episode e
        where e.space_id = ${alert.spaceId} and e.alert_id = ${alert.id}
          and ${isAmong(caller, sql`coalesce(e.device_id, e.connector_id)`, seenBy(caller, caller.spaceId))})`
    : undefined

/** The condition that the caller sees an alert in a list, among the alerts of what is `seen`: there may be many others. */
const isListed = (caller: Caller, spaceId: string): SQL | undefined =>
  isAmong(
    caller,
    alert.id,
    sql`
      select own.alert_id from seen cross join lateral (
        select distinct e.alert_id from alert_episode e where e.space_id = ${spaceId} and e.device_id = seen.id
        union all
        select distinct e.alert_id from alert_episode e where e.space_id = ${spaceId} and e.connector_id = seen.id
      ) own`,
  )

/** The condition that an alert is of a device or a connector that the caller sees. */
const isOf = (spaceId: string, isSubject: SQL | undefined): SQL => sql`${alert.id} in (
  select ${alertEpisode.alertId} from ${alertEpisode} where ${and(eq(alertEpisode.spaceId, spaceId), isSubject)})`

/** The condition that an alert is assigned to the caller, or to nobody. Nothing is assigned to a key by its id. */
const isAssigned = (caller: Caller, to: NonNullable<AlertListQuery['assigned_to']>): SQL | undefined =>
  or(
    to.includes('me') ? sql`${alert.assignedId} = ${userIdOf(caller)}::uuid` : undefined,
    to.includes('nobody') ? isNull(alert.acknowledgedAt) : undefined,
  )

/** The alerts of a space that the caller sees, the newest first. */
export async function listAlerts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { state, rule_id, device_id, connector_id, assigned_to, limit, cursor }: AlertListQuery,
): Promise<JsonText> {
  const which = and(
    eq(alert.spaceId, spaceId),
    isListed(caller, spaceId),
    state && (state === 'open' ? sql`${alert.endedAt} is null` : sql`${alert.endedAt} is not null`),
    rule_id?.length ? inArray(alert.ruleId, rule_id) : undefined,
    device_id === undefined
      ? undefined
      : isOf(spaceId, and(eq(alertEpisode.deviceId, device_id), ofDevice(caller))),
    connector_id === undefined
      ? undefined
      : isOf(spaceId, and(eq(alertEpisode.connectorId, connector_id), ofConnector(caller))),
    assigned_to?.length ? isAssigned(caller, assigned_to) : undefined,
    cursor === undefined ? undefined : sql`${alert.id} < ${cursor}`,
  )
  const { rows } = await db.execute<{ json: string }>(
    select({ caller, spaceId, now: now() }, which, sql`order by ${alert.id} desc limit ${limit}`, {
      first: device_id ?? connector_id,
      notes: LISTED_NOTES,
    }),
  )
  return new JsonText(rows[0]?.json ?? '[]')
}

/** @throws ApiError 404 */
export async function readAlert(
  { db, now }: Clocked,
  caller: Caller,
  { spaceId, alertId }: AlertRef,
): Promise<JsonText> {
  const asked = { caller, spaceId, now: now() }
  const which = and(eq(alert.spaceId, spaceId), eq(alert.id, alertId), isSeen(caller))
  const { rows } = await db.execute<{ json: string | null; version: number }>(sql`
    select json, (json::json->>'version')::int as version
    from (select (${select(asked, which, sql``, { notes: ALERT_NOTES_MAX })})::json->>0 as json) one`)
  const [row] = rows
  if (!row?.json) throw notFound()
  return new JsonText(row.json, row.version)
}

/** Days for which an alert is kept after it has ended. */
const KEPT_DAYS = 400

/** Deletes alerts that ended long ago. */
export async function forgetOldAlerts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(alert).where(lt(alert.endedAt, new Date(now().getTime() - KEPT_DAYS * DAY)))
}
