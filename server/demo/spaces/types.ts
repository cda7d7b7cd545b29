import type { Condition } from '#contract/alerts'
import type { ShownSetting } from '#contract/series'
import type { DemoEmail } from '../../demoAccounts'
import type { DemoTemplate } from '../configuration'
import type { DemoConnector } from '../connectors/definitions'
import type { DemoKey } from '../keys'
import type { DemoMute } from '../mutes'
import type { DemoRollout } from '../rollouts'
import type { Settings, Surroundings } from '../simulator/types'
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
  /** The devices get these sets of tags in rotation. */
  tags: string[][]
  comments: (string | null)[]
  labels: Record<string, string>[]
  /** For how many days the first devices of the group have been silent. */
  silentDays?: number[]
  /** The settings that are wished for the first devices of the group. */
  wished?: (Settings | null)[]
  /** The last devices of the group, which were never switched on. */
  unused?: number
}

/** A value that the space has named and pinned. */
type DemoPin = Pick<ShownSetting, 'path' | 'label' | 'unit' | 'decimals'>

/** An alert rule, active since the demo's past began. It notifies nobody. */
interface DemoRule {
  name: string
  condition: Condition
  /** For devices with one of these tags; without them for all devices. */
  tags?: string[]
  /** The note of the acknowledgement of its first alert, some hours after that opened. */
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
  /** The most important values, in order. */
  pins: DemoPin[]
  rules: DemoRule[]
  mutes: DemoMute[]
  rollouts?: DemoRollout[]
  templates?: DemoTemplate[]
}

/** A rule about a threshold of a value: a number of readings beyond it, for a number of seconds. */
export const beyond = (
  kind: 'above' | 'below',
  path: string,
  limit: number,
  end: number,
  readings = 2,
  seconds = 0,
): Condition => ({ kind, path, limit, end, readings, seconds })

export const DEVICE_LATE: DemoRule = { name: 'Device late', condition: { kind: 'late', intervals: 5 } }

/** For spaces that measure temperatures. */
export const TEMPERATURE_PINS: DemoPin[] = [
  { path: 'thermometer.temperature', label: 'Temperature', unit: '°C', decimals: 1 },
  { path: 'system.voltage_rest', label: 'Battery', unit: 'V', decimals: 2 },
]

/** Administrators of every space. */
export const OWNERS: Member[] = [
  { email: 'demo@example.com', role: 'admin' },
  { email: 'admin@example.com', role: 'admin' },
]
