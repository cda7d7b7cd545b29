import { hasConnector } from './scope'

/** From when until when something is muted, in milliseconds since 1970. */
export type MutedTime = readonly [from: number, to: number]

/** Whether a mute of these rules, none of which means all, is about one. */
export const isAboutRule = (ruleIds: readonly string[], ruleId: string): boolean =>
  ruleIds.length === 0 || ruleIds.includes(ruleId)

/** SQL of the condition that a row `m` of `mute` is about a rule. */
export const isMuteOfRule = (rule: string): string => `(m.rule_ids = '[]' or m.rule_ids ? ${rule}.id::text)`

/** SQL of the condition that a row `m` of `mute` is about a rule and a connector. */
export const isMuteOfConnector = (rule: string, connector: string): string => `(
  m.space_id = ${connector}.space_id and ${isMuteOfRule(rule)} and ${hasConnector('m.scope', connector)})`

/** SQL of the condition that a mute `m` is at work at a time. */
export const isOnAt = (at: string): string => `(m.starts_at <= ${at} and m.ends_at > ${at})`

/** The first moment from a time on that is not muted. The times are in the order in which they begin. */
export const firstUnmuted = (mutes: readonly MutedTime[], at: number): number =>
  mutes.reduce((moment, [from, to]) => (from <= moment && moment < to ? to : moment), at)
