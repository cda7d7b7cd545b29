import type { Hours, Watch } from '#contract/rollouts'
import { currentZone } from '../../clock/zone'
import { msg as hoursMsg } from '../../components/hours/texts'

/** Form values of the hours. */
export interface HoursValues {
  isOn: boolean
  from: string | null
  to: string | null
  days: number[]
  timezone: string | null
}

/** Form values of the watched value. */
export interface WatchValues {
  path: string | null
  min: number | null
  max: number | null
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** Hours of a new roll-out: none, and at night in the zone of the person once they are chosen. */
export const newHours = (): HoursValues => ({
  isOn: false,
  from: '22:00',
  to: '05:00',
  days: EVERY_DAY,
  timezone: currentZone(),
})

/** Converts the hours between the form and the server. */
export const hoursCodec = {
  toForm: (hours: Hours | null): HoursValues => ({ ...newHours(), ...hours, isOn: hours !== null }),
  fromForm: ({ isOn, ...hours }: HoursValues) => (isOn ? hours : null),
}

export const NO_WATCH: WatchValues = { path: null, min: null, max: null }

/** Converts the watched value between the form and the server. */
export const watchCodec = {
  toForm: (watch: Watch | null): WatchValues => ({ ...NO_WATCH, ...watch }),
  fromForm: ({ path, min, max }: WatchValues) =>
    path?.trim() || min !== null || max !== null ? { path: path?.trim() ?? '', min, max } : null,
}

/** Error texts of the hours. */
export const HOURS_ERRORS = {
  pattern: hoursMsg('hours.errors.clock'),
  tooFew: hoursMsg('hours.errors.tooFew'),
}
