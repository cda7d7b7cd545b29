import type { Condition } from '#contract/alerts'
import type { ShownSetting } from '#contract/series'
import type { DemoEmail } from './accounts'
import { type DemoConnector, ORCHARD_CONNECTORS } from './connectors/definitions'
import type { DemoKey } from './keys'
import type { Surroundings } from './simulator'
import { type DemoVariable, WATER_VARIABLES } from './variables'

interface Member {
  email: DemoEmail
  role: 'admin' | 'user'
  invited?: boolean
}

/** Devices of one kind: `frost-post-01`, `frost-post-02`, … */
export interface Group {
  prefix: string
  count: number
  surroundings: Surroundings
  /** The devices take turns in these sets of tags. */
  tags: string[][]
  comments: (string | null)[]
  labels: Record<string, string>[]
  /** For how many days the first devices of the group have been silent. */
  silentDays?: number[]
  /** The last devices of the group, which were never switched on. */
  unused?: number
}

/** A value that the space has named and pinned. */
export type DemoPin = Pick<ShownSetting, 'path' | 'label' | 'unit' | 'decimals'>

/** An alert rule, at work since the demo's past began. It writes to nobody. */
export interface DemoRule {
  name: string
  condition: Condition
  /** Of one of these tags; all devices without them. */
  tags?: string[]
}

export interface DemoSpace {
  name: string
  members: Member[]
  tags: string[]
  /** Those of its tags that allow no downlinks. */
  readOnlyTags?: string[]
  groups: Group[]
  connectors?: DemoConnector[]
  keys?: DemoKey[]
  variables?: DemoVariable[]
  /** The values that matter most, in their order. */
  pins?: DemoPin[]
  rules?: DemoRule[]
}

const OWNERS: Member[] = [
  { email: 'demo@example.com', role: 'admin' },
  { email: 'admin@example.com', role: 'admin' },
]

/** Three spaces, eleven tags, sixty devices. */
export const DEMO_SPACES: DemoSpace[] = [
  {
    name: 'orchard-north',
    members: [...OWNERS, { email: 'viewer@example.com', role: 'user' }],
    tags: ['north-slope', 'south-slope', 'frost-watch', 'irrigation', 'read-only'],
    readOnlyTags: ['read-only'],
    groups: [
      {
        prefix: 'frost-post',
        count: 8,
        surroundings: 'outdoor',
        tags: [['frost-watch', 'north-slope'], ['frost-watch', 'south-slope'], ['frost-watch']],
        comments: ['On a post, 40 cm above the ground', 'Beside the hedge, in the shade until ten', null],
        labels: [
          { variety: 'Golden Delicious', block: 'A' },
          { variety: 'Jonagold', block: 'B' },
        ],
      },
      {
        prefix: 'row-sensor',
        count: 12,
        surroundings: 'outdoor',
        tags: [['north-slope'], ['south-slope'], ['north-slope', 'irrigation'], []],
        comments: [null, 'Middle of the row, at the height of the lowest branch', null, null],
        labels: [{ variety: 'Rubinola', block: 'C' }, { block: 'D' }, {}],
        silentDays: [3.2],
        unused: 1,
      },
      {
        prefix: 'well-gauge',
        count: 2,
        surroundings: 'shaft',
        tags: [['irrigation']],
        comments: ['Key to the lid is in the packing hall'],
        labels: [{ depth: '18 m' }, { depth: '24 m' }],
      },
      {
        prefix: 'packing-hall',
        count: 2,
        surroundings: 'room',
        tags: [[], ['read-only']],
        comments: [null],
        labels: [{ wall: 'east' }, { wall: 'west' }],
      },
    ],
    connectors: ORCHARD_CONNECTORS,
    keys: [
      { name: 'read-only-report', permissions: ['space:device:read', 'space:message:read'], calls: 4 },
      {
        name: 'irrigation-control',
        tags: ['irrigation'],
        permissions: ['space:device:read', 'space:device:downlink:create', 'space:message:read'],
      },
    ],
  },
  {
    name: 'city-water',
    members: [...OWNERS, { email: 'viewer@example.com', role: 'user' }],
    tags: ['pump-station', 'reservoir', 'night-flow'],
    groups: [
      {
        prefix: 'pump-station',
        count: 6,
        surroundings: 'hall',
        tags: [['pump-station']],
        comments: [null, 'Ask the dispatcher before you enter', null],
        labels: [{ district: 'Old Town' }, { district: 'Harbour' }, { district: 'Mill Quarter' }],
      },
      {
        prefix: 'valve-shaft',
        count: 10,
        surroundings: 'shaft',
        tags: [['night-flow'], [], ['night-flow']],
        comments: [null, 'Weak signal under the lid', null, 'Flooded every spring'],
        labels: [
          { district: 'Old Town', pipe: 'DN 200' },
          { district: 'Harbour', pipe: 'DN 150' },
        ],
        silentDays: [6.4, 1.3, 0.06],
        unused: 1,
      },
      {
        prefix: 'reservoir',
        count: 4,
        surroundings: 'reservoir',
        tags: [['reservoir'], ['reservoir', 'night-flow']],
        comments: [null, 'Second chamber'],
        labels: [{ volume: '650 m3' }, { volume: '1200 m3' }],
      },
    ],
    variables: WATER_VARIABLES,
    pins: [
      { path: 'tank.level', label: 'Level', unit: 'm', decimals: 2 },
      { path: 'tank.inflow', label: 'Inflow', unit: 'm³/h', decimals: 1 },
      { path: 'meter.flow', label: 'Flow', unit: 'm³/h', decimals: 1 },
      { path: 'meter.volume', label: 'Counter', unit: 'm³', decimals: 0 },
    ],
    rules: [
      { name: 'Device late', condition: { kind: 'late', intervals: 5 } },
      { name: 'Firmware update failed', condition: { kind: 'firmwareFailed' } },
      {
        name: 'Reservoir low',
        condition: { kind: 'below', path: 'tank.level', limit: 2, end: 2.3, readings: 1, seconds: 1800 },
        tags: ['reservoir'],
      },
      {
        name: 'High flow',
        condition: { kind: 'above', path: 'meter.flow', limit: 22, end: 19, readings: 2, seconds: 0 },
        tags: ['pump-station'],
      },
    ],
  },
  {
    name: 'cold-chain',
    members: [...OWNERS, { email: 'viewer@example.com', role: 'user', invited: true }],
    tags: ['chilled', 'frozen', 'transport'],
    groups: [
      {
        prefix: 'cold-room',
        count: 6,
        surroundings: 'fridge',
        tags: [['chilled']],
        comments: [null, 'Between the two evaporators', null],
        labels: [
          { warehouse: 'Riverside', goods: 'dairy' },
          { warehouse: 'Riverside', goods: 'fruit' },
        ],
      },
      {
        prefix: 'deep-freezer',
        count: 5,
        surroundings: 'freezer',
        tags: [['frozen']],
        comments: ['Defrosts at four in the morning', null],
        labels: [
          { warehouse: 'Hilltop', goods: 'fish' },
          { warehouse: 'Hilltop', goods: 'bakery' },
        ],
      },
      {
        prefix: 'truck-box',
        count: 5,
        surroundings: 'fridge',
        tags: [['transport', 'chilled'], ['transport']],
        comments: [null, 'Spare unit, used at weekends'],
        labels: [{ route: 'morning' }, { route: 'night' }],
        silentDays: [2.1],
        unused: 1,
      },
    ],
  },
]

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
  /** It was never switched on. */
  unused: boolean
}

/** The serial number of the first device; the others follow. */
const FIRST_SERIAL_NUMBER = 2_159_000_001

const turn = <Item>(items: Item[], index: number): Item | undefined => items[index % items.length]

const deviceOf = (group: Group, index: number, number: number): DemoDevice => ({
  number,
  name: `${group.prefix}-${String(index + 1).padStart(2, '0')}`,
  serialNumber: String(FIRST_SERIAL_NUMBER + number),
  comment: turn(group.comments, index) ?? null,
  label: turn(group.labels, index) ?? {},
  tags: turn(group.tags, index) ?? [],
  surroundings: group.surroundings,
  silentDays: group.silentDays?.[index] ?? 0,
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
