import * as fc from 'fast-check'
import { MINUTE } from '#contract/common/durations'
import { newborn, receive, wake, wakesAt } from '../../server/demo/simulator/device'
import {
  type DeviceState,
  deviceStateSchema,
  type Outgoing,
  type Received,
  type SimulatedDevice,
  SURROUNDINGS,
} from '../../server/demo/simulator/types'

/** Time at which devices are switched on. */
export const START = Date.UTC(2026, 4, 4, 9)

export const simulatedDevice = (
  serialNumber = '2159000017',
  more: Partial<SimulatedDevice> = {},
): SimulatedDevice => ({
  serialNumber,
  surroundings: 'outdoor',
  vendorName: 'Acme',
  productName: 'rover',
  speed: 1,
  ...more,
})

export const serialNumbers = fc
  .integer({ min: 0, max: 9_999_999_999 })
  .map((n) => String(n).padStart(10, '0'))
export const simulatedDevices = fc
  .tuple(serialNumbers, fc.constantFrom(...SURROUNDINGS))
  .map(([serialNumber, surroundings]) => simulatedDevice(serialNumber, { surroundings }))

export type Sent = Outgoing & { at: number }

/**
 * Runs the device by its own plan, and collects its messages. Its state passes through JSON, as in a restart of the
 * server.
 */
export function live(device: SimulatedDevice, from: DeviceState, until: number) {
  let state = from
  const sent: Sent[] = []
  for (let at = wakesAt(state); at !== null && at <= until; at = wakesAt(state)) {
    const step = wake(device, deviceStateSchema.parse(JSON.parse(JSON.stringify(state))), at)
    for (const message of step.messages) sent.push({ ...message, at })
    state = step.state
  }
  return { state, sent }
}

/** State of a device that was just switched on and has sent its first report. */
export const running = (device = simulatedDevice()): DeviceState =>
  live(device, newborn(device, START), START + 20_000).state

interface Answering {
  device?: SimulatedDevice
  before?: DeviceState
  /** Minutes since it was switched on. */
  at?: number
  /** Minutes that it continues to run, by its own clock. */
  minutes?: number
}

/** Sends the device a downlink, and runs it for a while. */
export function answering(
  downlink: Received,
  { device = simulatedDevice(), before = running(device), at = 1, minutes = 0.25 }: Answering = {},
) {
  const now = START + at * MINUTE
  return live(device, receive(device, before, [downlink], now), now + (minutes * MINUTE) / device.speed)
}
