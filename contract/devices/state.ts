import { z } from 'zod'
import { timeSchema } from '../common'

/** Name in `/config.json` of the state of devices and of the filters by it. */
export const STATE_CAPABILITY = 'device-state'

/** How well a device keeps its rhythm, the worst first. */
export const deviceStateSchema = z.enum(['silent', 'late', 'on_time', 'never'])
export type DeviceState = z.infer<typeof deviceStateSchema>

const time = timeSchema.nullable()

/** The usual interval that the server has learned, and how well the device keeps to it. */
export const deviceContactSchema = z
  .object({
    state: deviceStateSchema.describe('As it is at the time of the answer; `never` has never sent a message'),
    since: time.describe(
      'Silent, or on time, since the last message; late since it was expected; null if it has never sent one',
    ),
    usual_interval: z
      .number()
      .int()
      .nullable()
      .describe('Usual seconds between two contacts; null after fewer than four of them'),
    expected_at: time.describe(
      'When the next contact is expected; a day after the last while that is not known',
    ),
    late_at: time.describe('When the device is late unless it sends a message'),
    silent_at: time.describe('When the device is silent unless it sends a message'),
  })
  .meta({ id: 'DeviceContact' })
export type DeviceContact = z.infer<typeof deviceContactSchema>

/**
 * The state at a time (ms since 1970), if the device sends nothing until then. It differs from `state` if the clock does not agree with
 * the server's.
 */
export function stateAt({ state, late_at, silent_at }: DeviceContact, now: number): DeviceState {
  if (!late_at || !silent_at) return state
  if (now >= Date.parse(silent_at)) return 'silent'
  return now >= Date.parse(late_at) ? 'late' : 'on_time'
}
