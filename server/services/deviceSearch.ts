import { findMatches } from '#contract/common'
import type { DeviceSearchQuery, FoundDevice } from '#contract/devices'
import type { Db } from '../db/database'
import type { Caller } from './caller'

const ID_LENGTH = 36

/** The devices that the caller sees, as a condition. A key that is limited to tags sees those that carry one of them. */
function visibleTo(caller: Caller): { condition: string; values: unknown[] } {
  const tagIds = 'tagIds' in caller ? caller.tagIds : null
  if (tagIds === null) return { condition: 'true', values: [] }
  return {
    condition: `exists (
      select from device_tag t
      where t.space_id = device.space_id and t.device_id = device.id and t.tag_id = any($2::uuid[])
    )`,
    values: [tagIds],
  }
}

/**
 * One row of text for each device: its id, then by lines what it is found by. As one value, because the driver would take
 * longer for ten thousand rows than the search takes.
 */
async function readRows(db: Db, caller: Caller, spaceId: string): Promise<string[]> {
  const { condition, values } = visibleTo(caller)
  const { rows } = await db.$client.query<{ found: string | null }>({
    text: `
      select string_agg(
        device.id || name || e'\\n' || serial_number || e'\\n' || translate(coalesce(external_id, ''), e'\\n\\t', '  '),
        e'\\t'
      ) as found
      from device where device.space_id = $1 and ${condition}`,
    values: [spaceId, ...values],
  })
  return rows[0]?.found?.split('\t') ?? []
}

/** Finds devices by name, serial number, external id or the beginning of the id, the best match first. */
export async function searchDevices(
  db: Db,
  caller: Caller,
  spaceId: string,
  { text, limit }: DeviceSearchQuery,
): Promise<FoundDevice[]> {
  const found = findMatches(
    text,
    await readRows(db, caller, spaceId),
    (row) => ({ id: row.slice(0, ID_LENGTH), text: row.slice(ID_LENGTH) }),
    limit,
  )
  return found.map(({ item }) => {
    const [name = '', serial_number = ''] = item.slice(ID_LENGTH).split('\n')
    return { id: item.slice(0, ID_LENGTH), name, serial_number }
  })
}
