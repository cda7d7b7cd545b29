import { HOUR } from '#contract/common/durations'
import type { Queryable } from '../db/database'
import { mute } from '../db/schema'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { newId } from '../services/common/ids'
import type { DemoPlace, Ids } from './place'

/** A mute of the demo, before it is stored. It mutes all rules. */
export interface DemoMute {
  name: string
  /** Names of its devices; without them it has tags. */
  devices?: string[]
  tags?: string[]
  note: string | null
  /** When it begins and ends, in hours from now. */
  hours: [begin: number, end: number]
}

/** The creator of the mutes. */
const [{ email: createdBy }] = DEMO_ACCOUNTS

const idsOf = (known: Ids, names: readonly string[] = []) => names.flatMap((name) => known.get(name) ?? [])

/**
 * Stores the mutes of a space.
 * @param devices ids of its devices by name
 * @param now in Unix ms
 */
export async function insertMutes(
  db: Queryable,
  { spaceId, tags }: DemoPlace,
  devices: Ids,
  mutes: readonly DemoMute[],
  now: number,
): Promise<void> {
  const rows = mutes.map(({ name, devices: deviceNames, tags: tagNames, note, hours: [begin, end] }) => {
    const startsAt = new Date(now + begin * HOUR)
    const createdAt = new Date(Math.min(startsAt.getTime(), now - HOUR))
    const scope = deviceNames
      ? ({ kind: 'devices', device_ids: idsOf(devices, deviceNames) } as const)
      : ({ kind: 'tags', tag_ids: idsOf(tags, tagNames) } as const)
    const times = { startsAt, endsAt: new Date(now + end * HOUR), createdAt }
    return { spaceId, id: newId(createdAt), name, scope, ruleIds: [], note, createdBy, ...times }
  })
  if (rows.length > 0) await db.insert(mute).values(rows)
}
