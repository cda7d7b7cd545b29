import type { DeviceFilters, DeviceListQuery } from '#contract/devices'
import type { Db } from '../../db/database'
import { ApiError } from '../../errors'
import { JsonText } from '../json'
import { DEVICE_COLUMNS, SORT_KEYS } from './columns'

/** A statement that grows part by part. */
class Statement {
  readonly values: unknown[] = []
  readonly conditions: string[]

  constructor(spaceId: string) {
    this.conditions = [`d.space_id = ${this.value(spaceId)}`]
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  get condition() {
    return this.conditions.join(' and ')
  }
}

function filter(statement: Statement, { name, serial_number, tag_ids, tag_filter_logic }: DeviceFilters) {
  const { conditions } = statement
  if (name) conditions.push(`strpos(d.name, lower(${statement.value(name)})) > 0`)
  if (serial_number) conditions.push(`strpos(d.serial_number, ${statement.value(serial_number)}) > 0`)
  if (!tag_ids?.length) return
  const wanted = [...new Set(tag_ids.map((id) => id.toLowerCase()))]
  const carried = `select f.device_id from device_tag f
    where f.space_id = $1 and f.tag_id = any(${statement.value(wanted)}::uuid[])`
  const all = `group by f.device_id having count(*) = ${wanted.length}`
  conditions.push(`d.id in (${carried} ${tag_filter_logic === 'any' ? '' : all})`)
}

const cursorOf = ({ cursor, offset }: DeviceListQuery) =>
  cursor ?? (typeof offset === 'string' ? offset : undefined)

/**
 * The statement of a page; its one row has the page as JSON text in `json`. A filtered one has no name, so that it is
 * planned for its filters: a plan for any filters takes up to twenty times as long.
 */
export function devicePage(spaceId: string, query: DeviceListQuery) {
  const { sort_by, order_by, limit, offset } = query
  const cursor = cursorOf(query)
  const key = SORT_KEYS[sort_by]
  const statement = new Statement(spaceId)
  filter(statement, query)
  const isFiltered = statement.conditions.length > 1
  if (cursor) {
    const id = statement.value(cursor)
    const after = order_by === 'asc' ? '>' : '<'
    const last = `select ${key.replace('d.', 'c.')}, c.id from device c where c.space_id = $1 and c.id = ${id}`
    statement.conditions.push(sort_by === 'id' ? `d.id ${after} ${id}` : `(${key}, d.id) ${after} (${last})`)
  }
  const order = sort_by === 'id' ? `d.id ${order_by}` : `${key} ${order_by}, d.id ${order_by}`
  const rows = `
    select d.* from device d where ${statement.condition} order by ${order}
    limit ${statement.value(limit)}::int offset ${statement.value(typeof offset === 'number' ? offset : 0)}::bigint`
  const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (select ${DEVICE_COLUMNS} from (${rows}) d) page`
  const name = `devices.${sort_by}.${order_by}${cursor ? '.cursor' : ''}`
  return { text, values: statement.values, ...(!isFiltered && { name }) }
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
  const statement = new Statement(spaceId)
  filter(statement, filters)
  const { rows } = await db.$client.query<{ count: number }>({
    text: `select count(*)::int as count from device d where ${statement.condition}`,
    values: statement.values,
  })
  return { count: rows[0]?.count ?? 0 }
}
