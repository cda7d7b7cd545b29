import { DAY } from '#contract/common/durations'
import type { Shift } from '#contract/shifts'
import { serverNow } from '../../clock'
import { wallAt } from '../../clock/wall'
import { currentZone } from '../../clock/zone'

type Entry = Shift['entries'][number]

/** The zone of a new shift. */
export const newZone = (): string => currentZone()

/** The Monday of this week, by the clocks of the person, as a date. */
export function thisMonday(): string {
  const today = wallAt(serverNow(), currentZone())
  const daysSince = (new Date(today).getUTCDay() + 6) % 7
  return new Date(today - daysSince * DAY).toISOString().slice(0, 10)
}

/** Hours of a new shift: always. */
export const NEW_ENTRY: Entry = { from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6], user_ids: [] }
export const NEW_ENTRIES: Entry[] = [NEW_ENTRY]

/** Form values of a shift. */
export interface ShiftValues {
  timezone: string | null
  starts_on: string | null
  entries: Entry[]
}

/** The form edits copies of the hours. */
export const entriesCodec = {
  toForm: (entries: readonly Entry[]): Entry[] => entries.map((entry) => ({ ...entry })),
  fromForm: (entries: readonly Entry[]): Entry[] => [...entries],
}
