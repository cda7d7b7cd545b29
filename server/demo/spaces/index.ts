import type { Settings, Surroundings } from '../simulator/types'
import { CITY_WATER } from './cityWater'
import { COLD_CHAIN } from './coldChain'
import { ORCHARD_NORTH } from './orchardNorth'
import type { DemoSpace, Group } from './types'

export type { DemoSpace } from './types'

/** Three spaces, eleven tags, sixty devices. */
export const DEMO_SPACES: readonly DemoSpace[] = [ORCHARD_NORTH, CITY_WATER, COLD_CHAIN]

/** One device of the demo, before it is stored. */
export interface DemoDevice {
  /** Its place among all devices of the demo, from 0. */
  number: number
  name: string
  serialNumber: string
  comment: string | null
  label: Record<string, string>
  /** Names of its tags. */
  tags: string[]
  surroundings: Surroundings
  /** For how many days it has been silent; 0 if it is not. */
  silentDays: number
  /** The settings that are wished for it; null for none. */
  wished: Settings | null
  /** Whether it was never switched on. */
  unused: boolean
}

/** The serial number of the first device; the others follow. */
const FIRST_SERIAL_NUMBER = 2_159_000_001

const cycle = <Item>(items: Item[], index: number): Item | undefined => items[index % items.length]

const deviceOf = (group: Group, index: number, number: number): DemoDevice => ({
  number,
  name: `${group.prefix}-${String(index + 1).padStart(2, '0')}`,
  serialNumber: String(FIRST_SERIAL_NUMBER + number),
  comment: cycle(group.comments, index) ?? null,
  label: cycle(group.labels, index) ?? {},
  tags: cycle(group.tags, index) ?? [],
  surroundings: group.surroundings,
  silentDays: group.silentDays?.[index] ?? 0,
  wished: group.wished?.[index] ?? null,
  unused: index >= group.count - (group.unused ?? 0),
})

/** The spaces of the demo with their devices. */
export function demoFleet(): { space: DemoSpace; devices: DemoDevice[] }[] {
  let number = 0
  return DEMO_SPACES.map((space) => ({
    space,
    devices: space.groups.flatMap((group) =>
      Array.from({ length: group.count }, (_, index) => deviceOf(group, index, number++)),
    ),
  }))
}
