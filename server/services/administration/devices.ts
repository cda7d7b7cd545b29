import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  ADMIN_DEVICE_SORTS,
  AdminDevice,
  AdminDeviceFilters,
  AdminDeviceListQuery,
} from '#contract/admin'
import type { Db } from '../../db/database'
import { device, space } from '../../db/schema'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { isoTime, JsonText } from '../common/json'
import { cursorOf, rowsBefore, Statement, wrongCursor } from '../common/statement'
import { notMoved } from '../common/visibility'
import { ofContact } from '../devices/contact'

const d = alias(device, 'd')
const s = alias(space, 's')

const COLUMNS = selectText({
  id: d.id,
  name: d.name,
  serial_number: d.serialNumber,
  last_seen: sql<string | null>`${sql.raw(isoTime(ofContact('last_seen', 'd')))}`,
  created_at: timeColumn(d.createdAt),
  space_id: d.spaceId,
  space_name: s.name,
} satisfies Columns<AdminDevice>)

/** The contact is read only for the sort by it; PostgreSQL leaves out a `left` join if nothing reads it. */
const EVERYWHERE = `from device d join space s on s.id = d.space_id
  left join device_contact c on c.space_id = d.space_id and c.device_id = d.id`

/** The column of each sort, before the id. Names of spaces sort by code point, as those of devices do. */
const SORTS: Record<(typeof ADMIN_DEVICE_SORTS)[number], string | null> = {
  id: null,
  name: 'd.name',
  serial_number: 'd.serial_number',
  space_name: 's.name collate "C"',
  last_seen: `coalesce(c.last_seen, '-infinity'::timestamptz)`,
}

/** A statement on the devices of all spaces that match the filters; each is in one space. */
function select({ text, space_id }: AdminDeviceFilters) {
  const statement = new Statement()
  statement.conditions.push(notMoved('d'))
  if (space_id) statement.conditions.push(`d.space_id = ${statement.value(space_id)}`)
  if (text) {
    const part = statement.value(text.toLowerCase())
    const holds = ['d.serial_number', 'd.name', 's.name'].map((column) => `strpos(${column}, ${part}) > 0`)
    statement.conditions.push(`(${holds.join(' or ')})`)
  }
  return statement
}

/**
 * A page of the devices of all spaces. In ascending order, devices that were never seen come first. Rules, "Admin area".
 * @throws ApiError 400 for a cursor that is not the id of a device
 */
export async function listAllDevices(db: Db, query: AdminDeviceListQuery): Promise<JsonText> {
  const { sort_by, order_by, limit } = query
  const cursor = cursorOf(query)
  const statement = select(query)
  const sorted = [SORTS[sort_by] ?? [], 'd.id'].flat()
  const keys = sorted.join(', ')
  if (cursor) {
    const id = statement.value(cursor)
    const last =
      sort_by === 'id' ? id : `select ${keys} ${EVERYWHERE} where d.id = ${id} and ${notMoved('d')}`
    statement.conditions.push(`(${keys}) ${order_by === 'asc' ? '>' : '<'} (${last})`)
  }
  const { rows } = await db.$client.query<{ json: string }>(
    `select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${COLUMNS} ${EVERYWHERE} where ${statement.condition}
      order by ${sorted.map((key) => `${key} ${order_by}`).join(', ')}
      limit ${statement.value(limit)}::int offset ${statement.value(rowsBefore(query))}::bigint
    ) page`,
    statement.values,
  )
  const json = rows[0]?.json ?? '[]'
  if (json === '[]' && cursor && sort_by !== 'id') {
    const known = await db.$count(device, sql`${device.id} = ${cursor} and ${sql.raw(notMoved('device'))}`)
    if (known === 0) throw wrongCursor(query, 'a device')
  }
  return new JsonText(json)
}

/** Number of devices of all spaces that match the filters. */
export async function countAllDevices(db: Db, filters: AdminDeviceFilters): Promise<{ count: number }> {
  const { values, condition } = select(filters)
  const { rows } = await db.$client.query<{ count: number }>(
    `select count(*)::int as count ${EVERYWHERE} where ${condition}`,
    values,
  )
  return { count: rows[0]?.count ?? 0 }
}
