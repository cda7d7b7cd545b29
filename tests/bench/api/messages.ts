import type { Client } from 'pg'
import { compare, type Pair } from './compare'
import { PAGE } from './devices'

interface Row {
  created_at: string
  id: string
}

/**
 * A page of messages, the newest first. The bound on `created_at` alone says the same as the pair once more, for
 * the sake of partitions, which PostgreSQL cannot leave out by a pair.
 */
const pageOf = (ofDevice: boolean, order: 'asc' | 'desc', cursor: boolean) => `
  select p.*, d.name as device_name, d.serial_number as device_serial_number
  from (
    select m.created_at::text as created_at, m.id, m.space_id, m.device_id, m.type, m.direction, m.body
    from message m
    where m.space_id = $1 and ${ofDevice ? 'm.device_id = $2' : '$2::uuid is null'}
      ${cursor ? 'and m.created_at <= $3 and (m.created_at, m.id) < ($3, $4::uuid)' : ''}
    order by m.created_at ${order}, m.id ${order}
    limit ${PAGE + (order === 'asc' ? 1 : 0)}
  ) p join device d on d.space_id = p.space_id and d.id = p.device_id`

/**
 * The first and the last page of messages: of the space, or of one device. The statements have no name, so that each
 * is planned for its device: a plan for any device expects few messages and sorts all of a busy one (60 ms).
 */
export async function pageMessages(client: Client, spaceId: string, deviceId: string | null): Promise<Pair> {
  const text = (order: 'asc' | 'desc', cursor: boolean) => pageOf(deviceId !== null, order, cursor)
  const scope = [spaceId, deviceId]
  const { rows: oldest } = await client.query<Row>(text('asc', false), scope)
  const before = oldest.at(-1)
  const values = [...scope, before?.created_at, before?.id]
  const last = { text: text('desc', true), values }
  const { rowCount } = await client.query(last)
  if (rowCount !== PAGE) throw new Error(`The last page of messages has ${rowCount} rows.`)
  const first = { text: text('desc', false), values: scope }
  return compare(
    () => client.query(first),
    () => client.query(last),
  )
}

/** The device of the space with the most messages. */
export async function busiestDevice(client: Client, spaceId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select device_id as id from message where space_id = $1 group by 1 order by count(*) desc limit 1',
    [spaceId],
  )
  return rows[0]?.id ?? ''
}
