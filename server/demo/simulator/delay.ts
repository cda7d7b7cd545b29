import { between } from './random'
import type { SimulatedDevice } from './types'

/** A delay between two lengths (s) that the device and the moment decide, in milliseconds. */
export const delay = (
  { serialNumber, speed }: SimulatedDevice,
  from: number,
  to: number,
  what: string,
  now: number,
): number => Math.round((1000 * between(from, to, serialNumber, what, now)) / speed)
