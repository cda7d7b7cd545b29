import { z } from 'zod'

/** States of a firmware job, in the order of a successful job, then the two other final states. Rules, "Firmware". */
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

/** The states that can follow each state; unknown for states of newer servers. Repeating a state is not a transition. */
const NEXT: ReadonlyMap<FirmwareState, readonly FirmwareState[]> = new Map<FirmwareState, FirmwareState[]>([
  ['scheduled', ['downloading', 'failed', 'canceled']],
  ['downloading', ['swapping', 'failed', 'canceled']],
  ['swapping', ['succeeded', 'failed']],
  ['succeeded', []],
  ['failed', []],
  ['canceled', []],
])

/** Whether the second state can follow the first. */
export const canFirmwareGo = (from: FirmwareState, to: FirmwareState): boolean =>
  NEXT.get(from)?.includes(to) ?? false

/** Whether a state is final. */
export const isFirmwareDone = (state: FirmwareState): boolean => NEXT.get(state)?.length === 0
