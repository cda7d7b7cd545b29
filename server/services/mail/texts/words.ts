import type { SpaceRole } from '#contract/permissions'
import type { Hold } from '#contract/rollouts'
import type { WayChange } from '../../../db/schema'
import type { SubjectCounts } from '../../notices/named'

/** The words of an e-mail, besides its greeting, its link and the expiry of that. */
export interface Words {
  subject: string
  lines: string[]
  /** What happened, as labels and values. */
  facts?: [label: string, value: string][]
  /** Several items, each with a page of its own, under headings. */
  sections?: { title: string; items: { text: string; href: string }[]; more: string | null }[]
  /** What the link does. */
  action: string
  /** What to do if the e-mail was not expected. */
  ignore: string
  /** Why the person gets it. */
  why: string
}

/** The data of every e-mail. */
export interface About {
  product: string
  /** Address of the account. */
  email: string
}

export interface Invited extends About {
  space: string
  role: SpaceRole
  /** Name and e-mail address of the person who invites; null for a key. */
  sender: string | null
}

/** A change of sign-in methods. */
export interface Changed extends About, WayChange {
  time: string
  browser: string | null
  /** Whether people sign in with passwords. */
  hasPasswords: boolean
}

/** A device or connector of an alert. */
export interface Affected {
  name: string
  /** The value furthest beyond the threshold, with its name; null if there is none. */
  value: string | null
  since: string
}

/** The opening or the end of an alert. */
export interface Alerted extends About {
  space: string
  rule: string
  /** The first devices or connectors. */
  affected: Affected[]
  /** The state of those without a value: the devices are silent, or the connectors fail. */
  how: 'silent' | 'failing' | 'so'
  /** How many there are in all. */
  counts: SubjectCounts
  since: string
  /** Null while it is open. */
  endedAt: string | null
  /** Whether the rule was changed since, so that nobody knows whether the condition is still met. */
  isOfOldRule: boolean
  /** Whether a step of its escalation is over, and nobody has acknowledged it. */
  isUnacknowledged: boolean
  /** Whether the reader looks after it. */
  isAssigned: boolean
  /** Whether the reader may acknowledge it, and nobody has. */
  mayAcknowledge: boolean
}

/** A flapping alert. */
export interface FlappingRule extends About {
  space: string
  rule: string
  /** Names of the first devices or connectors. */
  names: readonly string[]
  /** How often the first one opened since a time. */
  times: number
  since: string
}

/** A roll-out that has paused itself. */
export interface HeldRollout extends About {
  space: string
  rollout: string
  kind: Hold['kind']
  /** Devices that failed or are in trouble, and how many the gate of the stage allows. */
  count: number
  limit: number
  /** Counted from 1. */
  stage: number
  at: string
}

/** The alerts of an hour without e-mails of their own. */
export interface Summed extends About {
  space: string
  from: string
  to: string
  zone: string
  opened: number
  ended: number
  /** The first rules, with how often each opened and ended. */
  rules: { name: string; opened: number; ended: number }[]
  /** Number of further rules. */
  others: number
  number: (value: number) => string
}

/** An alert in the daily e-mail. */
export interface DigestAlert {
  rule: string
  counts: SubjectCounts
  from: string
  /** Null while it is open. */
  to: string | null
  span: string
  /** Address of its page. */
  href: string
}

/** Alerts of one kind: their number, and the first of them. */
export interface DigestPart {
  count: number
  alerts: DigestAlert[]
}

/** The alerts of a space. */
export interface DigestSpace {
  name: string
  opened: DigestPart
  over: DigestPart
  still: DigestPart
}

/** The alerts of a day. */
export interface Digested extends About {
  spaces: DigestSpace[]
  zone: string
  number: (value: number) => string
  /** Whether the reader may acknowledge open ones. */
  mayAcknowledge: boolean
}

/** Number of alerts of a kind in all spaces. */
export const totalOf = (spaces: readonly DigestSpace[], part: 'opened' | 'over' | 'still'): number =>
  spaces.reduce((sum, space) => sum + space[part].count, 0)

/** Labels and values, without unknown ones. */
export const known = (facts: [label: string, value: string | null][]) =>
  facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]))

/** Number of devices or connectors besides those that are named; undefined if there are no others. */
export function restOf({ devices, connectors }: SubjectCounts, named: number): SubjectCounts | undefined {
  const rest = { devices: Math.max(0, devices - named), connectors: Math.max(0, connectors - named) }
  return rest.devices + rest.connectors > 0 ? rest : undefined
}
