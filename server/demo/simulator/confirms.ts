import { CONFIRMS_MAX } from '#contract/messages'
import { uniform } from './random'
import type { DeviceState, Received, SimulatedDevice, Step } from './types'

/** Number of downlinks that a device remembers. */
const REMEMBERED = 100

/** Whether a device confirms its downlinks: four in five do. */
export const isConfirming = ({ serialNumber }: Pick<SimulatedDevice, 'serialNumber'>): boolean =>
  uniform(serialNumber, 'confirms') >= 0.2

/** The state in which the device has carried out a downlink, or refuses it. An answer or a report to it says so by itself. */
export function handled(
  device: SimulatedDevice,
  state: DeviceState,
  { id, type }: Pick<Received, 'id' | 'type'>,
  refusal?: string,
): DeviceState {
  if (!isConfirming(device)) return state
  const ids = [...state.handled, id].slice(-REMEMBERED)
  if (type === 'shell' || type === 'firmware') return { ...state, handled: ids }
  const result = refusal === undefined ? 'done' : 'refused'
  return { ...state, handled: ids, confirms: [...state.confirms, { id, result, reason: refusal }] }
}

/** Downlinks that the device has not got before. */
export const unhandled = (state: DeviceState, received: readonly Received[]): Received[] =>
  received.filter(
    ({ id }) => !state.handled.includes(id) && !state.inbox.some((waiting) => waiting.id === id),
  )

/** The same step, whose first message has the confirmations. */
export function withConfirms({ state, messages: [first, ...others] }: Step): Step {
  if (!first || state.confirms.length === 0) return { state, messages: first ? [first, ...others] : [] }
  const confirms = state.confirms.slice(0, CONFIRMS_MAX)
  return {
    state: { ...state, confirms: state.confirms.slice(CONFIRMS_MAX) },
    messages: [{ ...first, confirms }, ...others],
  }
}
