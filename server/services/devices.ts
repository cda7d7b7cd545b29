import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type {
  DEVICE_SORTS,
  Device,
  DeviceCreate,
  DeviceFilters,
  DeviceInput,
  DeviceListQuery,
  Session,
} from '#contract/devices'
import { type Db, type Queryable, violatedConstraint } from '../db/database'
import { device, deviceCredential, deviceSession, deviceTag } from '../db/schema'
import type { Deps } from '../deps'
import { ApiError, notFound } from '../errors'
import type { Caller } from './caller'
import { type Columns, type RowOf, selectText, timeColumn } from './columns'
import { JsonText } from './json'
import { spaceResource } from './spaceResource'
import { putTags, tagsColumn } from './tags'
import { carriesOne, checkChange, limitOf, tagsAfter } from './visibility'

const COLUMNS = {
  id: device.id,
  name: device.name,
  comment: device.comment,
  serial_number: device.serialNumber,
  external_id: device.externalId,
  tags: tagsColumn('device'),
  label: device.label,
  session_id: device.sessionId,
  last_seen: timeColumn(device.lastSeen),
  created_at: timeColumn(device.createdAt),
  config_hash: device.configHash,
  decoder_hash: device.decoderHash,
  encoder_hash: device.encoderHash,
  dashboard_type: device.dashboardType,
} satisfies Columns<Device>

/** Devices of a space. Spec 2, section 7. */
export const devices = spaceResource({
  table: device,
  columns: COLUMNS,
  rowOf: ({ name, comment, label }: DeviceInput) => ({ name, comment, label }),
  elsewhere: { tags: putTags('device') },
})

/** What is stored of a claim token. */
export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Claims a device for the space. Spec 2, section 7.
 * @throws ApiError 400 for a tag of another space, or that a key with a limit must not put, 409 when the serial number is claimed in any space
 */
export async function createDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  given: DeviceCreate,
): Promise<JsonText> {
  const limit = limitOf(caller)
  const input = limit ? { ...given, tags: tagsAfter(limit, given.tags, []) } : given
  const { serial_number: serialNumber, token } = input
  const row: RowOf<typeof device, Omit<DeviceCreate, keyof DeviceInput | 'token'>> = { serialNumber }
  return devices.create(deps, spaceId, input, {
    row,
    store: async (tx, { id: deviceId }) => {
      try {
        const tokenHash = hashClaimToken(token)
        await tx.insert(deviceCredential).values({ spaceId, deviceId, serialNumber, tokenHash })
      } catch (error) {
        if (violatedConstraint(error) !== 'device_credential_serial_number') throw error
        throw new ApiError(409, 'serial_number belongs to a device that was claimed already')
      }
    },
  })
}

/** Which device. */
interface One {
  spaceId: string
  deviceId: string
}

/** A device. @throws ApiError 404 */
export const readDevice = (db: Queryable, caller: Caller, { spaceId, deviceId }: One): Promise<JsonText> =>
  devices.read(db, spaceId, deviceId, carriesOne(caller, 'device', device))

/** Updates a device. @throws ApiError 400, 403, 404 */
export async function updateDevice(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  one: One,
  input: DeviceInput,
): Promise<JsonText> {
  const { spaceId, deviceId } = one
  const limit = limitOf(caller)
  if (!limit) return devices.update({ db }, spaceId, deviceId, input)
  return db.transaction(async (tx) => {
    // Nobody else changes its tags until they are stored.
    await tx.execute(sql`select from ${device} where ${devices.is(spaceId, deviceId)} for no key update`)
    await checkChange(tx, caller, one)
    const current = await tx
      .select({ id: deviceTag.tagId })
      .from(deviceTag)
      .where(and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId)))
    const currentIds = current.map(({ id }) => id)
    const tags = tagsAfter(limit, input.tags, currentIds)
    return devices.update({ db: tx }, spaceId, deviceId, { ...input, tags })
  })
}

/** Deletes a device with its messages. @throws ApiError 403, 404 */
export async function deleteDevice({ db }: Pick<Deps, 'db'>, caller: Caller, one: One): Promise<void> {
  await checkChange(db, caller, one)
  await devices.delete({ db }, one.spaceId, one.deviceId)
}

const SELECTION = selectText(COLUMNS)

/**
 * Sort expressions, exactly as in the table's indexes; ties are sorted by id.
 * In ascending order, devices that were never seen, or have no external id, come first.
 */
const SORT_KEYS: Record<(typeof DEVICE_SORTS)[number], (row: string) => string> = {
  id: (row) => `${row}.id`,
  name: (row) => `${row}.name`,
  serial_number: (row) => `${row}.serial_number`,
  external_id: (row) => `coalesce(${row}.external_id, '')`,
  last_seen: (row) => `coalesce(${row}.last_seen, '-infinity'::timestamptz)`,
  session_id: (row) => `${row}.session_id`,
}

/** Collects the conditions and values of a statement. */
class Statement {
  readonly values: unknown[] = []
  readonly conditions: string[]

  constructor(spaceId: string) {
    this.conditions = [`device.space_id = ${this.value(spaceId)}`]
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  get condition() {
    return this.conditions.join(' and ')
  }
}

type Limit = ReturnType<typeof limitOf>

const carrying = (statement: Statement, tagIds: readonly string[]) => `select f.device_id from device_tag f
    where f.space_id = $1 and f.tag_id = any(${statement.value(tagIds)}::uuid[])`

/** The condition that a device carries a tag of the limit. */
const isWithin = (statement: Statement, row: string, limit: readonly string[]) =>
  `${row}.id in (${carrying(statement, limit)})`

function filter(
  statement: Statement,
  { name, serial_number, tag_ids, tag_filter_logic }: DeviceFilters,
  limit: Limit,
) {
  const { conditions } = statement
  if (limit) conditions.push(isWithin(statement, 'device', limit))
  if (name) conditions.push(`strpos(device.name, lower(${statement.value(name)})) > 0`)
  if (serial_number) conditions.push(`strpos(device.serial_number, ${statement.value(serial_number)}) > 0`)
  if (!tag_ids?.length) return
  const wanted = [...new Set(tag_ids.map((id) => id.toLowerCase()))]
  const all = `group by f.device_id having count(*) = ${wanted.length}`
  conditions.push(`device.id in (${carrying(statement, wanted)} ${tag_filter_logic === 'any' ? '' : all})`)
}

const cursorOf = ({ cursor, offset }: DeviceListQuery) =>
  cursor ?? (typeof offset === 'string' ? offset : undefined)

/**
 * The statement of a page; its only row has the page as JSON text in `json`. With filters it has no name, so that
 * PostgreSQL plans it for their values: a generic plan takes up to twenty times as long.
 * @param within ids of the tags that a key is limited to
 */
export function devicePage(spaceId: string, query: DeviceListQuery, within: Limit = null) {
  const { sort_by, order_by, limit, offset } = query
  const cursor = cursorOf(query)
  const keyOf = SORT_KEYS[sort_by]
  const key = keyOf('device')
  const statement = new Statement(spaceId)
  filter(statement, query, within)
  const isFiltered = statement.conditions.length > 1
  if (cursor) {
    const id = statement.value(cursor)
    const after = order_by === 'asc' ? '>' : '<'
    const seen = within && sort_by !== 'id' ? ` and ${isWithin(statement, 'c', within)}` : ''
    const last = `select ${keyOf('c')}, c.id from device c where c.space_id = $1 and c.id = ${id}${seen}`
    statement.conditions.push(
      sort_by === 'id' ? `device.id ${after} ${id}` : `(${key}, device.id) ${after} (${last})`,
    )
  }
  const order = sort_by === 'id' ? `device.id ${order_by}` : `${key} ${order_by}, device.id ${order_by}`
  const rows = `
    select * from device where ${statement.condition} order by ${order}
    limit ${statement.value(limit)}::int offset ${statement.value(typeof offset === 'number' ? offset : 0)}::bigint`
  const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (select ${SELECTION} from (${rows}) device) page`
  const name = `devices.${sort_by}.${order_by}${cursor ? '.cursor' : ''}`
  return { text, values: statement.values, ...(!isFiltered && { name }) }
}

/** A page of the devices of a space. Facts, "Requests". @throws ApiError 400 for a cursor that is not a device */
export async function listDevices(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: DeviceListQuery,
): Promise<JsonText> {
  const { rows } = await db.$client.query<{ json: string }>(devicePage(spaceId, query, limitOf(caller)))
  const json = rows[0]?.json ?? '[]'
  const cursor = cursorOf(query)
  if (json === '[]' && cursor && query.sort_by !== 'id') await checkCursor(db, caller, spaceId, cursor)
  return new JsonText(json)
}

/** A page begins after the device of its cursor, so the device must exist. @throws ApiError 400 */
async function checkCursor(db: Db, caller: Caller, spaceId: string, cursor: string) {
  const found = await db
    .select({ id: device.id })
    .from(device)
    .where(devices.is(spaceId, cursor, carriesOne(caller, 'device', device)))
  if (found.length === 0) throw new ApiError(400, 'offset is not the id of a device in this space')
}

/** How many devices the filters match. */
export async function countDevices(
  db: Db,
  caller: Caller,
  spaceId: string,
  filters: DeviceFilters,
): Promise<{ count: number }> {
  const statement = new Statement(spaceId)
  filter(statement, filters, limitOf(caller))
  const { rows } = await db.$client.query<{ count: number }>({
    text: `select count(*)::int as count from device where ${statement.condition}`,
    values: statement.values,
  })
  return { count: rows[0]?.count ?? 0 }
}

const SESSION = {
  id: deviceSession.sessionId,
  device_id: deviceSession.deviceId,
  up: deviceSession.up,
} satisfies Columns<Session>

/**
 * The details that a device sent at a boot. `sessionId` is the Unix time of the boot in seconds. Spec 2, section 3.
 * @throws ApiError 404
 */
export async function readSession(
  db: Db,
  caller: Caller,
  { spaceId, deviceId, sessionId }: One & { sessionId: number },
): Promise<Session> {
  const [session] = await db
    .select(SESSION)
    .from(deviceSession)
    .where(
      and(
        eq(deviceSession.spaceId, spaceId),
        eq(deviceSession.deviceId, deviceId),
        eq(deviceSession.sessionId, sessionId),
        carriesOne(caller, 'device', { spaceId: deviceSession.spaceId, id: deviceSession.deviceId }),
      ),
    )
  if (!session) throw notFound()
  return session
}
