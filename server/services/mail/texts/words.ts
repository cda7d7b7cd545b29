import type { SpaceRole } from '#contract/permissions'
import type { WayChange } from '../../../db/schema'
import type { SubjectCounts } from '../../notices/named'

/** What an e-mail says, besides its greeting, its link and until when that works. */
export interface Words {
  subject: string
  lines: string[]
  /** What happened, as labels and values. */
  facts?: [label: string, value: string][]
  /** Several things, each on a page of its own, under headings. */
  sections?: { title: string; items: { text: string; href: string }[]; more: string | null }[]
  /** What the link does. */
  action: string
  /** What to do when the e-mail was not expected. */
  ignore: string
  /** Why the person gets it. */
  why: string
}

/** What every e-mail is about. */
export interface About {
  product: string
  /** Whose account it is. */
  email: string
}

export interface Invited extends About {
  space: string
  role: SpaceRole
  /** Name and e-mail address of the person who invites; null for a key. */
  sender: string | null
}

/** A change of the ways to sign in. */
export interface Changed extends About, WayChange {
  time: string
  /** Browser and system. */
  browser: string | null
  /** People sign in with passwords here. */
  hasPasswords: boolean
}

/** What a device, or a connector, has to do with an alert. */
export interface Affected {
  name: string
  /** The value that was furthest beyond, with its name; null where there is none. */
  value: string | null
  since: string
}

/** An alert, or that it is over. */
export interface Alerted extends About {
  space: string
  rule: string
  /** The first devices or connectors. */
  affected: Affected[]
  /** What is so of those without a value: the devices were not heard from, or the connectors fail. */
  how: 'unheard' | 'failing' | 'so'
  /** How many there are in all. */
  counts: SubjectCounts
  since: string
  /** Null while it is open. */
  endedAt: string | null
  /** The rule was changed since, so that nobody knows whether it is over. */
  isOfOldRule: boolean
  /** Whether the reader may say that they look after it. */
  mayAcknowledge: boolean
}

/** A rule that opens and closes again and again. */
export interface FlappingRule extends About {
  space: string
  rule: string
  /** How often it opened since a time. */
  times: number
  since: string
}

/** The alerts of an hour that had no e-mail of their own. */
export interface Summed extends About {
  space: string
  from: string
  to: string
  zone: string
  opened: number
  ended: number
  /** The first rules, with how often each opened and ended. */
  rules: { name: string; opened: number; ended: number }[]
  /** How many rules there are beside those. */
  others: number
  /** Writes a number. */
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

/** Alerts of one kind: how many, and the first of them. */
export interface DigestPart {
  count: number
  alerts: DigestAlert[]
}

/** What there was in a space. */
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
  /** Writes a number. */
  number: (value: number) => string
  /** Whether the reader may say of one that is open that they look after it. */
  mayAcknowledge: boolean
}

/** How many alerts of each kind there are in all spaces. */
export const totalOf = (spaces: readonly DigestSpace[], part: 'opened' | 'over' | 'still'): number =>
  spaces.reduce((sum, space) => sum + space[part].count, 0)

/** Labels and values, without those that nobody knows. */
export const known = (facts: [label: string, value: string | null][]) =>
  facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]))

/** How many devices or connectors there are beside those that are named; undefined where there are no others. */
export function restOf({ devices, connectors }: SubjectCounts, named: number): SubjectCounts | undefined {
  const rest = { devices: Math.max(0, devices - named), connectors: Math.max(0, connectors - named) }
  return rest.devices + rest.connectors > 0 ? rest : undefined
}
