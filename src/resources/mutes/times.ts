import type { Mute, MuteRepeats } from '#contract/alerts'
import { HOUR, WEEK } from '#contract/common/durations'
import { nextMorning } from '../../clock/snooze'
import { currentZone } from '../../clock/zone'

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

/** Form values of when a mute repeats. */
export interface RepeatsValues extends Omit<MuteRepeats, 'timezone' | 'until'> {
  isOn: boolean
  timezone: string | null
  until: string | null
}

/** Hours of a new mute that repeats: a night from Saturday on, in the zone of the person. */
export const newRepeats = (): RepeatsValues => ({
  isOn: false,
  from: '22:00',
  to: '06:00',
  days: [6],
  timezone: currentZone(),
  until: null,
})

/** Converts when a mute repeats between the form and the server. */
export const repeatsCodec = {
  toForm: (repeats: Mute['repeats']): RepeatsValues => ({
    ...newRepeats(),
    ...repeats,
    isOn: repeats !== null,
  }),
  fromForm: ({ isOn, until, ...hours }: RepeatsValues) => (isOn ? { ...hours, until: until || null } : null),
}
