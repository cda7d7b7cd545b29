import { HOUR, WEEK } from '#contract/common/durations'
import { nextMorning } from '../../clock/snooze'

/** Durations of a mute to choose from. */
export const PRESETS = ['for1h', 'for4h', 'tomorrow', 'week'] as const
export type Preset = (typeof PRESETS)[number]

/** End of a preset that starts at a time, in the person's zone; both in milliseconds since 1970. */
export function endOf(preset: Preset, from: number, zone: string): number {
  return {
    for1h: from + HOUR,
    for4h: from + 4 * HOUR,
    tomorrow: nextMorning(from, zone),
    week: from + WEEK,
  }[preset]
}

/** Whether a mute is planned, running or ended at a time. */
export function stateOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }, now: number) {
  if (Date.parse(ends_at) <= now) return 'ended'
  return Date.parse(starts_at) > now ? 'planned' : 'running'
}
