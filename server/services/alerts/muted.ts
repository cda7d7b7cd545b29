import { hasConnector } from './scope'

/** From when until when something is muted, in milliseconds since 1970. */
export type MutedTime = readonly [from: number, to: number]

/** Whether a mute for these rules, where none means all, applies to a rule. */
export const isAboutRule = (ruleIds: readonly string[], ruleId: string): boolean =>
  ruleIds.length === 0 || ruleIds.includes(ruleId)

/** SQL condition: a row `m` of `mute` applies to a rule. */
export const isMuteOfRule = (rule: string): string => `(m.rule_ids = '[]' or m.rule_ids ? ${rule}.id::text)`

/** SQL condition: a row `m` of `mute` applies to a rule and a connector. */
export const isMuteOfConnector = (rule: string, connector: string): string => `(
  m.space_id = ${connector}.space_id and ${isMuteOfRule(rule)} and ${hasConnector('m.scope', connector)})`

/** SQL condition: a mute `m` is active at a time. */
export const isOnAt = (at: string): string => `(m.starts_at <= ${at} and m.ends_at > ${at})`

/** The first unmuted moment from a time on. The mutes are in the order of their beginnings. */
export const firstUnmuted = (mutes: readonly MutedTime[], at: number): number =>
  mutes.reduce((moment, [from, to]) => (from <= moment && moment < to ? to : moment), at)
