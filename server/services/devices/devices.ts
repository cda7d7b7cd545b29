import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type ConfigurationState,
  type Device,
  type DeviceClaim,
  type DeviceCreate,
  type DeviceFilters,
  type DeviceListQuery,
  type DeviceUpdate,
  deviceEntity,
  FIRMWARE_VERSIONS,
  SERIES_SORT,
  type Session,
  WISHED_STATES,
} from '#contract/devices'
import { seriesApi } from '#contract/series'
import { type Db, type Queryable, violatedConstraint } from '../../db/database'
import {
  device,
  deviceContact,
  deviceCredential,
  deviceSession,
  deviceTag,
  simulatedDevice,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { authorize, type Caller, may } from '../common/caller'
import { type Columns, columnsOf, selectText, timeColumn } from '../common/columns'
import type { JsonText } from '../common/json'
import { checkChange, hasAllowedTag, limitOf, notMoved, notOfMoved, tagsAfter } from '../common/visibility'
import { type Deleting, discard } from '../discard/discard'
import { pagedList, type SpaceStatement } from '../resources/pagedList'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { putTags, tagsColumn } from '../spaces/tags'
import { CONTACT, contactColumn, isInState, stateRank } from './contact'
import { lockDevice, type OneDevice } from './lockDevice'

/** SQL of the version of a device's firmware, or of the firmware that its last successful job was for. */
const FIRMWARE = `coalesce((
    select coalesce(${FIRMWARE_VERSIONS.map((name) => `s.up->>'${name}'`).join(', ')}) from device_session s
    where s.space_id = device.space_id and s.device_id = device.id and s.session_id = device_contact.session_id
  ), (
    select j.firmware_id from firmware_job j
    where j.space_id = device.space_id and j.device_id = device.id and j.state = 'succeeded' order by j.id desc limit 1
  ))`
/** The state of a device's configuration; null if nothing is wished. */
const configurationColumn: SQL<Device['configuration']> = sql`(
  select json_build_object('state', o.state, 'differences', o.differences) from device_configuration o
  where o.space_id = device.space_id and o.device_id = device.id and o.state <> 'none')`

/** SQL condition: the configuration of a device is in one of the states. The index has those for which something is wished. */
function isConfigured(statement: SpaceStatement, states: readonly ConfigurationState[]): string[] {
  const wished = WISHED_STATES.filter((state) => states.includes(state))
  const of = (some: readonly ConfigurationState[]) => `${statement.id} in (
    select o.device_id from device_configuration o
    where o.space_id = $1 and o.state <> 'none' and o.state = any(${statement.value(some)}::text[]))`
  if (!states.includes('none')) return [of(wished)]
  const others = WISHED_STATES.filter((state) => !states.includes(state))
  return others.length === 0 ? [] : [`not ${of(others)}`]
}

const columnsAt = (now: string) =>
  columnsOf(deviceEntity.schema, device, {
    tags: tagsColumn('device'),
    session_id: deviceContact.sessionId,
    last_seen: timeColumn(deviceContact.lastSeen),
    contact: contactColumn(now),
    firmware: sql<string | null>`${sql.raw(FIRMWARE)}`,
    open_alerts: undefined,
    configuration: configurationColumn,
  })

/** SQL of the number of open alerts of a device; null for callers who may not read alerts. @param mayRead SQL of whether the caller may */
const openAlerts = (mayRead: string) => `case when ${mayRead}::boolean then (
    select count(distinct e.alert_id)::int from alert_episode e
    where e.space_id = device.space_id and e.device_id = device.id and e.ended_at is null
  ) end`

const mayReadAlerts = (caller: Caller) => may(caller, 'space:alert:read')

/** Devices of a space. Rules, "Devices". */
export const devices = spaceResource({
  table: device,
  entity: deviceEntity,
  joinedTable: sql`join ${deviceContact} on ${sql.raw(CONTACT.on)}`,
  columns: columnsAt('clock.at'),
  columnsFor: (caller) => ({ open_alerts: sql.raw(openAlerts(String(mayReadAlerts(caller)))) }),
  customStores: { tags: putTags('device') },
  seenBy: (caller) => hasAllowedTag(caller, 'device', device),
})

/** The stored hash of a claim token. */
export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Gives a device the serial number and the claim token of its hardware, in place of the current ones. From then on the demo no longer
 * simulates it.
 * @throws ApiError 409 if the serial number is claimed in any space
 */
export async function putCredential(
  tx: Queryable,
  { spaceId, deviceId }: OneDevice,
  { serial_number: serialNumber, token }: DeviceClaim,
): Promise<void> {
  const hardware = { serialNumber, tokenHash: hashClaimToken(token) }
  try {
    await tx
      .insert(deviceCredential)
      .values({ spaceId, deviceId, ...hardware })
      .onConflictDoUpdate({ target: [deviceCredential.spaceId, deviceCredential.deviceId], set: hardware })
  } catch (error) {
    if (violatedConstraint(error) === 'device_credential_serial_number') throw alreadyClaimed()
    throw error
  }
  await tx
    .delete(simulatedDevice)
    .where(and(eq(simulatedDevice.spaceId, spaceId), eq(simulatedDevice.deviceId, deviceId)))
}

/** The error for a serial number that is claimed. */
export const alreadyClaimed = () =>
  new ApiError(409, 'serial_number belongs to a device that was claimed already')

/**
 * Claims a device for the space. Rules, "Devices".
 * @throws ApiError 400 for a tag of another space, or that a key with a limit must not add, 409 if the serial number is claimed in any
 * space
 */
export async function createDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  given: DeviceCreate,
): Promise<JsonText> {
  const limit = limitOf(caller)
  const input = limit ? { ...given, tags: tagsAfter(limit, given.tags, []) } : given
  return devices.create(deps, caller, spaceId, input, {
    store: async (tx, { id: deviceId }) => {
      await tx.insert(deviceContact).values({ spaceId, deviceId })
      await putCredential(tx, { spaceId, deviceId }, input)
    },
  })
}

/**
 * Updates a device; fields that are not given are kept.
 * @throws ApiError 400, 403, 404, 409 for a device that was moved to another space, 412
 */
export async function updateDevice(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: DeviceUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  const one = { spaceId: key.spaceId, deviceId: key.id }
  const limit = limitOf(caller)
  return db.transaction(async (tx) => {
    // The lock keeps others from changing its tags until they are stored.
    await lockDevice(tx, one, 'no key update', caller)
    await checkChange(tx, caller, one)
    if (!limit || !input.tags) return devices.update({ db: tx, now }, caller, key, input, options)
    const current = await tx
      .select({ id: deviceTag.tagId })
      .from(deviceTag)
      .where(and(eq(deviceTag.spaceId, key.spaceId), eq(deviceTag.deviceId, key.id)))
    const currentIds = current.map(({ id }) => id)
    const tags = tagsAfter(limit, input.tags, currentIds)
    return devices.update({ db: tx, now }, caller, key, { ...input, tags }, options)
  })
}

/** Deletes a device, which goes to the trash. Its messages can no longer be seen. @throws ApiError 403, 404, 412 */
export async function deleteDevice(
  deps: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  const one = { spaceId: key.spaceId, deviceId: key.id }
  await devices.delete(deps, caller, key, {
    ...options,
    check: (tx) => checkChange(tx, caller, one),
    remove: async (tx, { before, ...deleted }) => {
      const { serial_number: serialNumber } = before
      const detail = typeof serialNumber === 'string' ? serialNumber : null
      await discard(tx, deps, caller, { ...deleted, resource: 'device', detail })
    },
  })
}

const carrying = (
  statement: SpaceStatement,
  tagIds: readonly string[],
) => `select f.device_id from device_tag f
    where f.space_id = $1 and f.tag_id = any(${statement.value(tagIds)}::uuid[])`

/** The condition that a device carries one of the tags that a key is limited to. */
const isWithin = (statement: SpaceStatement, id: string, tagIds: readonly string[]) =>
  `${id} in (${carrying(statement, tagIds)})`

function filter(statement: SpaceStatement, filters: DeviceFilters) {
  const {
    name,
    serial_number,
    external_id,
    comment,
    moved,
    state,
    firmware,
    configuration,
    tag_ids,
    tag_filter_logic,
  } = filters
  const { conditions } = statement
  if (moved === 'true') conditions.push(`(${notMoved('device')}) = ${statement.value(false)}::boolean`)
  else
    conditions.push(statement.first.table === CONTACT.table ? notOfMoved(CONTACT.table) : notMoved('device'))
  if (name) conditions.push(`strpos(device.name, lower(${statement.value(name)})) > 0`)
  if (serial_number) conditions.push(`strpos(device.serial_number, ${statement.value(serial_number)}) > 0`)
  if (comment) conditions.push(`strpos(lower(device.comment), lower(${statement.value(comment)})) > 0`)
  // Exactly the expression of the index.
  if (external_id) conditions.push(`coalesce(device.external_id, '') = ${statement.value(external_id)}`)
  // A device that was moved away has no state.
  if (state?.length) conditions.push(moved === 'true' ? 'false' : isInState(state, statement.now))
  if (firmware) conditions.push(`${FIRMWARE} = ${statement.value(firmware)}`)
  if (configuration?.length) conditions.push(...isConfigured(statement, configuration))
  if (!tag_ids?.length) return
  const wanted = [...new Set(tag_ids.map((id) => id.toLowerCase()))]
  const all = `group by f.device_id having count(*) = ${wanted.length}`
  const ids = `${carrying(statement, wanted)} ${tag_filter_logic === 'any' ? '' : all}`
  conditions.push(`${statement.id} in (${ids})`)
}

/** The pages of the device list. In ascending order, devices that were never seen, or have no external id, come first. */
const devicePages = pagedList<
  DeviceFilters & Pick<DeviceListQuery, 'series_path'>,
  DeviceListQuery['sort_by']
>({
  table: 'device',
  joinedTable: { ...CONTACT, sorts: ['last_seen', 'session_id', 'state', 'series'] },
  selection: (now) => selectText(columnsAt(now)),
  selectionFor: (caller, value) => `${openAlerts(value(mayReadAlerts(caller)))} as open_alerts`,
  sorts: {
    id: (row) => `${row}.id`,
    name: (row) => `${row}.name`,
    serial_number: (row) => `${row}.serial_number`,
    external_id: (row) => `coalesce(${row}.external_id, '')`,
    last_seen: (row) => `coalesce(${row}.last_seen, '-infinity'::timestamptz)`,
    session_id: (row) => `${row}.session_id`,
    state: (row, now) => stateRank(row, now()),
    series: (row, _now, order) =>
      `coalesce(${row}_series.last_value, '${order === 'asc' ? '' : '-'}infinity'::float8)`,
  },
  joins: {
    series: (
      row,
      value,
      { series_path },
    ) => `left join series ${row}_series on ${row}_series.space_id = ${row}.space_id
      and ${row}_series.device_id = ${row}.device_id and ${row}_series.path = ${value(series_path)}`,
  },
  ascending: ['state'],
  filter,
  isWithin,
})

export const deviceList = {
  ...devicePages,
  /** @throws ApiError 400 without the path of a sort by values, 403 for a caller that may not read them */
  list: async (...[deps, caller, spaceId, query]: Parameters<typeof devicePages.list>) => {
    if (query.sort_by === SERIES_SORT) {
      authorize(caller, seriesApi.list.permission)
      if (!query.series_path) throw new ApiError(400, `series_path is required with sort_by=${SERIES_SORT}`)
    }
    return devicePages.list(deps, caller, spaceId, query)
  },
}

const SESSION = {
  id: deviceSession.sessionId,
  device_id: deviceSession.deviceId,
  up: deviceSession.up,
} satisfies Columns<Session>

/**
 * The details that a device sent at a boot. `sessionId` is the Unix time of the boot in seconds. Rules, "Sessions of a device".
 * @throws ApiError 404
 */
export async function readSession(
  db: Db,
  caller: Caller,
  { spaceId, deviceId, sessionId }: OneDevice & { sessionId: number },
): Promise<Session> {
  const [session] = await db
    .select(SESSION)
    .from(deviceSession)
    .where(
      and(
        eq(deviceSession.spaceId, spaceId),
        eq(deviceSession.deviceId, deviceId),
        eq(deviceSession.sessionId, sessionId),
        hasAllowedTag(caller, 'device', { spaceId: deviceSession.spaceId, id: deviceSession.deviceId }),
      ),
    )
  if (!session) throw notFound()
  return session
}
