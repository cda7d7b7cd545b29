import type { Condition } from '#contract/alerts'
import type { ShownSetting } from '#contract/series'
import type { DemoEmail } from '../../demoAccounts'
import type { DemoConnector } from '../connectors/definitions'
import type { DemoKey } from '../keys'
import type { DemoMute } from '../mutes'
import type { Surroundings } from '../simulator/types'
import type { DemoVariable } from '../variables'

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
type DemoPin = Pick<ShownSetting, 'path' | 'label' | 'unit' | 'decimals'>

/** An alert rule, at work since the demo's past began. It writes to nobody. */
interface DemoRule {
  name: string
  condition: Condition
  /** Of one of these tags; all devices without them. */
  tags?: string[]
  /** What somebody wrote who looks after its first alert, some hours after that opened. */
  note?: { by: DemoEmail; text: string; hours: number }
}

export interface DemoSpace {
  name: string
  members: Member[]
  tags: string[]
  /** Those of its tags that allow no downlinks. */
  readOnlyTags?: string[]
  groups: Group[]
  connectors: DemoConnector[]
  keys: DemoKey[]
  variables: DemoVariable[]
  /** The values that matter most, in their order. */
  pins: DemoPin[]
  rules: DemoRule[]
  mutes: DemoMute[]
}

/** A rule about a limit of a value: so many readings beyond it, for so many seconds. */
export const beyond = (
  kind: 'above' | 'below',
  path: string,
  limit: number,
  end: number,
  readings = 2,
  seconds = 0,
): Condition => ({ kind, path, limit, end, readings, seconds })

export const DEVICE_LATE: DemoRule = { name: 'Device late', condition: { kind: 'late', intervals: 5 } }

/** Of spaces that measure temperatures. */
export const TEMPERATURE_PINS: DemoPin[] = [
  { path: 'thermometer.temperature', label: 'Temperature', unit: '°C', decimals: 1 },
  { path: 'system.voltage_rest', label: 'Battery', unit: 'V', decimals: 2 },
]

/** They administrate every space. */
export const OWNERS: Member[] = [
  { email: 'demo@example.com', role: 'admin' },
  { email: 'admin@example.com', role: 'admin' },
]
