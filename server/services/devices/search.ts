import uFuzzy from '@leeoniya/ufuzzy'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { findMatches, foldText, MATCHING } from '#contract/common'
import type { DeviceSearchQuery, FoundDevice } from '#contract/devices'
import type { Db } from '../../db/database'
import { device } from '../../db/schema'
import type { Caller } from '../common/caller'
import { carriesOne, isHere } from '../common/visibility'

const ID_LENGTH = 36
/** Least number of characters that an id is found by. */
const ID_START = 4

const fuzzy = new uFuzzy(MATCHING)

/**
 * The statement whose only row has all devices that the caller sees as text in `found`, a line for each, of equal matches
 * the shorter names first: its id, then between tabs what it is found by. As one value, because the driver would take
 * longer for ten thousand rows than the search.
 */
export const searchedDevices = (caller: Caller, spaceId: string): SQL => sql`
  select string_agg(
    concat(device.id, e'\\t', name, e'\\t', serial_number, e'\\t', translate(external_id, e'\\n\\t', '  '), e'\\t'),
    e'\\n' order by length(name), name
  ) as found
  from device where ${and(eq(device.spaceId, spaceId), sql.raw(isHere('device')), carriesOne(caller, 'device', device))}`

/** The lines of that text that match, the best first. */
export function findDevices(found: string | null, { text, limit }: DeviceSearchQuery): FoundDevice[] {
  if (found === null) return []
  const folded = foldText(found).split('\n')
  const matches = findMatches(
    fuzzy,
    text,
    folded.map((line) => line.slice(ID_LENGTH)),
  )
  const start = text.trim().toLowerCase()
  const isId = (line: string) => start.length >= ID_START && line.startsWith(start)
  const byId = folded.flatMap((line, place) => (isId(line) ? [place] : []))
  const lines = found.split('\n')
  return [...new Set([...matches, ...byId])].slice(0, limit).map((place) => {
    const [id = '', name = '', serial_number = ''] = lines[place]?.split('\t') ?? []
    return { id, name, serial_number }
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
