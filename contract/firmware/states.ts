import { z } from 'zod'

/** States of a firmware job, in the order of its normal path; the last two are other ends. Spec 2, section 4. */
export const FIRMWARE_STATES = [
  'scheduled',
  'downloading',
  'swapping',
  'succeeded',
  'failed',
  'canceled',
] as const
export const firmwareStateSchema = z.enum(FIRMWARE_STATES)
export type FirmwareState = z.infer<typeof firmwareStateSchema>

/** Where a job can go from each state. A repeated report of the same state is no step. */
const NEXT: Record<FirmwareState, readonly FirmwareState[]> = {
  scheduled: ['downloading', 'failed', 'canceled'],
  downloading: ['swapping', 'failed', 'canceled'],
  swapping: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
  canceled: [],
}

/** Whether a job in the first state can go to the second one. */
export const canFirmwareGo = (from: FirmwareState, to: FirmwareState): boolean => NEXT[from].includes(to)

/** Whether nothing more happens to a job in this state. */
export const isFirmwareDone = (state: FirmwareState): boolean => NEXT[state].length === 0
