import { and, eq, type SQL, sql } from 'drizzle-orm'
import { findMatches } from '#contract/common'
import type { DeviceSearchQuery, FoundDevice } from '#contract/devices'
import type { Db } from '../db/database'
import { device } from '../db/schema'
import type { Caller } from './caller'
import { carriesOne } from './visibility'

const ID_LENGTH = 36

/**
 * The statement whose only row has all devices that the caller sees as text in `found`, a row for each: its id, then by
 * lines what it is found by. As one value, because the driver would take longer for ten thousand rows than the search.
 */
export const searchedDevices = (caller: Caller, spaceId: string): SQL => sql`
  select string_agg(
    device.id || name || e'\\n' || serial_number || e'\\n' || translate(coalesce(external_id, ''), e'\\n\\t', '  '),
    e'\\t'
  ) as found
  from device where ${and(eq(device.spaceId, spaceId), carriesOne(caller, 'device', device))}`

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
  const { rows } = await db.execute<{ found: string | null }>(searchedDevices(caller, spaceId))
  return findDevices(rows[0]?.found ?? null, query)
}
