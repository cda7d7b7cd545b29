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
 * The statement whose only row has all devices as text in `found`, a row for each: its id, then by lines what it is found
 * by. As one value, because the driver would take longer for ten thousand rows than the search takes.
 */
export function searchedDevices(caller: Caller, spaceId: string) {
  const { condition, values } = visibleTo(caller)
  return {
    text: `
      select string_agg(
        device.id || name || e'\\n' || serial_number || e'\\n' || translate(coalesce(external_id, ''), e'\\n\\t', '  '),
        e'\\t'
      ) as found
      from device where device.space_id = $1 and ${condition}`,
    values: [spaceId, ...values],
  }
}

const searched = (row: string) => ({ id: row.slice(0, ID_LENGTH), text: row.slice(ID_LENGTH) })

/** The rows of that text that match, the best first. */
export function findDevices(found: string | null, { text, limit }: DeviceSearchQuery): FoundDevice[] {
  const rows = found?.split('\t') ?? []
  return findMatches(text, rows, searched, limit).map(({ item }) => {
    const [name = '', serial_number = ''] = item.slice(ID_LENGTH).split('\n')
    return { id: item.slice(0, ID_LENGTH), name, serial_number }
  })
}

/** Finds devices by name, serial number, external id or the beginning of the id, the best match first. */
export async function searchDevices(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: DeviceSearchQuery,
): Promise<FoundDevice[]> {
  const { rows } = await db.$client.query<{ found: string | null }>(searchedDevices(caller, spaceId))
  return findDevices(rows[0]?.found ?? null, query)
}
