import { z } from 'zod'
import { timeSchema } from '../common'
import { HOUR } from '../common/durations'

/** Openings of one device, value or connector within `FLAPPING_WITHIN` from which on a rule flaps there. */
export const FLAPPING_OPENINGS = 3
/** Milliseconds within which these openings come. */
const FLAPPING_WITHIN = HOUR
/** Milliseconds without another opening after which it is calm again; an alert that stays open for as long notifies like any other. */
export const FLAPPING_CALM = HOUR
/** Milliseconds before an opening of which the earlier openings count. */
export const FLAPPING_LOOK_BACK = Math.max(FLAPPING_WITHIN, FLAPPING_CALM)

/** How often an alert has opened again and again, and since when. */
export const flappingSchema = z.object({ times: z.int(), since: timeSchema }).meta({ id: 'AlertFlapping' })

/** How often one subject opened, from the first of the openings by which it flaps. `since` is in milliseconds since 1970. */
export interface Flapping {
  times: number
  since: number
}

/** An earlier opening of the same rule and subject. */
export interface EarlierOpening {
  /** Milliseconds since 1970. */
  at: number
  /** Null if it did not flap then. */
  flapping: Flapping | null
}

/**
 * Whether a rule flaps for a device, one of its values or a connector: it flaps from the third opening within an hour, until none follows
 * within an hour. Rules, "Alerts".
 * @param at of the opening, in milliseconds since 1970
 * @param earlier the openings before it, the newest first; two are enough
 * @returns null if it does not flap
 */
export function flappingAt(at: number, earlier: readonly EarlierOpening[]): Flapping | null {
  const [last] = earlier
  if (last?.flapping && at - last.at <= FLAPPING_CALM)
    return { times: last.flapping.times + 1, since: last.flapping.since }
  const first = earlier[FLAPPING_OPENINGS - 2]
  if (!first || at - first.at > FLAPPING_WITHIN) return null
  return { times: FLAPPING_OPENINGS, since: first.at }
}
