import type { DeviceFilters, DeviceListQuery } from '#contract/devices'
import type { Db } from '../../db/database'
import { ApiError } from '../../errors'
import { JsonText } from '../json'
import { DEVICE_COLUMNS, SORT_KEYS } from './columns'

/** A statement that grows part by part; `name` tells its shape, so that the database prepares each shape once. */
class Statement {
  readonly values: unknown[] = []
  readonly conditions: string[]
  name: string

  constructor(name: string, spaceId: string) {
    this.name = name
    this.conditions = [`d.space_id = ${this.value(spaceId)}`]
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  where(part: string, condition: string) {
    this.name += `.${part}`
    this.conditions.push(condition)
  }

  get condition() {
    return this.conditions.join(' and ')
  }
}

function filter(statement: Statement, { name, serial_number, tag_ids, tag_filter_logic }: DeviceFilters) {
  if (name) statement.where('name', `strpos(d.name, lower(${statement.value(name)})) > 0`)
  if (serial_number)
    statement.where('serial', `strpos(d.serial_number, ${statement.value(serial_number)}) > 0`)
  if (!tag_ids?.length) return
  const wanted = [...new Set(tag_ids.map((id) => id.toLowerCase()))]
  const carried = `from device_tag f where f.space_id = d.space_id and f.device_id = d.id
    and f.tag_id = any(${statement.value(wanted)}::uuid[])`
  if (tag_filter_logic === 'any') statement.where('any', `exists (select ${carried})`)
  else statement.where('all', `(select count(*) ${carried}) = ${statement.value(wanted.length)}::int`)
}

const cursorOf = ({ cursor, offset }: DeviceListQuery) =>
  cursor ?? (typeof offset === 'string' ? offset : undefined)

/** The statement of a page; its one row has the page as JSON text in `json`. */
export function devicePage(spaceId: string, query: DeviceListQuery) {
  const { sort_by, order_by, limit, offset } = query
  const cursor = cursorOf(query)
  const key = SORT_KEYS[sort_by]
  const statement = new Statement(`devices.${sort_by}.${order_by}`, spaceId)
  filter(statement, query)
  if (cursor) {
    const id = statement.value(cursor)
    const after = order_by === 'asc' ? '>' : '<'
    const last = `select ${key.replace('d.', 'c.')}, c.id from device c where c.space_id = $1 and c.id = ${id}`
    statement.where('cursor', sort_by === 'id' ? `d.id ${after} ${id}` : `(${key}, d.id) ${after} (${last})`)
  }
  const order = sort_by === 'id' ? `d.id ${order_by}` : `${key} ${order_by}, d.id ${order_by}`
  const rows = `
    select d.* from device d where ${statement.condition} order by ${order}
    limit ${statement.value(limit)}::int offset ${statement.value(typeof offset === 'number' ? offset : 0)}::bigint`
  const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (select ${DEVICE_COLUMNS} from (${rows}) d) page`
  return { name: statement.name, text, values: statement.values }
}

/** A page of the devices of a space. Facts, "Requests". @throws ApiError 400 for a cursor that is no device */
export async function listDevices(db: Db, spaceId: string, query: DeviceListQuery): Promise<JsonText> {
  const { rows } = await db.$client.query<{ json: string }>(devicePage(spaceId, query))
  const json = rows[0]?.json ?? '[]'
  const cursor = cursorOf(query)
  if (json === '[]' && cursor && query.sort_by !== 'id') await checkCursor(db, spaceId, cursor)
  return new JsonText(json)
}

/** A cursor is compared by its device, so without the device nobody can say where the page begins. */
async function checkCursor(db: Db, spaceId: string, cursor: string) {
  const { rowCount } = await db.$client.query('select from device where space_id = $1 and id = $2', [
    spaceId,
    cursor,
  ])
  if (rowCount === 0) throw new ApiError(400, 'offset is the id of no device in this space')
}

/** How many devices the filters match. */
export async function countDevices(
  db: Db,
  spaceId: string,
  filters: DeviceFilters,
): Promise<{ count: number }> {
  const statement = new Statement('devices.count', spaceId)
  filter(statement, filters)
  const { rows } = await db.$client.query<{ count: number }>({
    name: statement.name,
    text: `select count(*)::int as count from device d where ${statement.condition}`,
    values: statement.values,
  })
  return { count: rows[0]?.count ?? 0 }
}
