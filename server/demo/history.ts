import type { z } from 'zod'
import type { firmwareOrderSchema } from '#contract/firmware'
import type { Message } from '#contract/messages'
import type { Conclusion } from '../services/devices/confirmations'
import { conclusionsOf } from '../services/messages/uplink/conclusions'
import { isConfirming } from './simulator/confirms'
import { newborn, receive, wake, wakesAt } from './simulator/device'
import type { DeviceState, Outgoing, Received, SimulatedDevice } from './simulator/types'

type FirmwareOrder = z.input<typeof firmwareOrderSchema>

/** A message of the past; the body is JSON text, or plain text. */
export type PastMessage = Pick<Message, 'id' | 'type' | 'direction' | 'down_state' | 'body'> &
  Partial<Pick<Message, 'raw' | 'codec_hash' | 'down_awaits' | 'down_outcome' | 'down_reason'>> & {
    created_at: Date
    down_state_at: Date | null
    down_confirmed_at?: Date
    expires_at?: Date
  }

/** How a downlink ended that the device never got, or that its answer was lost with. */
type Ended = 'cancelled' | 'expired' | 'replaced' | 'lost'

/** A downlink that was scheduled at `at` (Unix ms). A firmware job has the id of its downlink. */
export type PastDownlink = { at: number; ended?: Ended | undefined } & (
  | { type: 'firmware'; body: Omit<FirmwareOrder, 'job_id'> }
  | { type: Exclude<Received['type'], 'firmware'>; body: unknown }
)

/** How long (ms) a downlink is pending until the device asks for it, or a person cancels it. */
const WAITS = { asks: 12_000, cancelled: 90_000 }

/** The fields of a downlink that the device never got. */
function endOf(at: number, ended: Ended): Partial<PastMessage> {
  if (ended === 'lost')
    return { down_state: 'sent', down_state_at: new Date(at + WAITS.asks), down_awaits: true }
  const then = new Date(at + WAITS.cancelled)
  const end = { down_state: 'cancelled', down_state_at: then } as const
  if (ended === 'cancelled') return end
  return { ...end, down_outcome: ended, ...(ended === 'expired' && { expires_at: then }) }
}

/** The past of a device until now, and its state. */
export interface History {
  messages: PastMessage[]
  /** Boots (Unix ms) with the details that the device sent. */
  sessions: { at: number; up: Record<string, unknown> }[]
  state: DeviceState
  lastSeen: number | null
}

/** The period of a history, in Unix milliseconds. */
export interface Span {
  from: number
  to: number
}

/** Concludes a downlink of the past, as the service of uplinks does. */
function concludePast(message: PastMessage | undefined, { outcome, reason }: Conclusion, at: number): void {
  if (!message || message.down_outcome) return
  Object.assign(message, {
    down_outcome: outcome,
    down_reason: reason,
    down_confirmed_at: new Date(at),
    down_awaits: false,
  })
}

/**
 * Simulates a device for the span, with the same model as the simulator. A downlink is handed over at the first contact after it was
 * scheduled, which is soon, as in the simulator. The others stay pending.
 * @param newId makes the id of a message from its time
 */
export function historyOf(
  device: SimulatedDevice,
  { from, to }: Span,
  downlinks: PastDownlink[],
  newId: (at: number) => string,
): History {
  const history: History = { messages: [], sessions: [], state: newborn(device, from), lastSeen: null }
  let waiting = downlinks.flatMap(({ at, type, body, ended }) => {
    const id = newId(at)
    const downlinkBody = type === 'firmware' ? { job_id: id, ...body } : body
    const message: PastMessage = {
      id,
      created_at: new Date(at),
      type,
      direction: 'down',
      down_state: 'pending',
      down_state_at: new Date(at),
      body: JSON.stringify(downlinkBody),
      ...(ended && endOf(at, ended)),
    }
    history.messages.push(message)
    return ended ? [] : { at, message, received: { id, type, body: downlinkBody } }
  })

  const handedOver = new Map<string, PastMessage>()
  const send = (message: Outgoing, at: number) => {
    history.messages.push({
      id: newId(at),
      created_at: new Date(at),
      type: message.type,
      direction: 'up',
      down_state: null,
      down_state_at: null,
      body: JSON.stringify(message.body),
    })
    if (message.type === 'session') history.sessions.push({ at, up: message.body.up })
    for (const conclusion of conclusionsOf({ ...message, confirms: message.confirms?.slice() }, message.body))
      concludePast(handedOver.get(conclusion.id), conclusion, at)
    history.lastSeen = at
  }

  const handOver = (at: number): Received[] => {
    const due = waiting.filter((downlink) => downlink.at <= at)
    waiting = waiting.filter((downlink) => !due.includes(downlink))
    for (const { message } of due) {
      Object.assign(message, {
        down_state: 'sent',
        down_state_at: new Date(at),
        down_awaits: isConfirming(device),
      })
      handedOver.set(message.id, message)
    }
    return due.map(({ received }) => received)
  }

  /** When the device wakes next: as planned, or for a pending downlink if it is not silent. */
  const next = () => {
    const planned = wakesAt(history.state)
    if (planned === null || history.state.silent || history.state.bootedAt === null) return planned
    return Math.min(planned, ...waiting.map((downlink) => downlink.at + WAITS.asks))
  }

  for (let at = next(); at !== null && at <= to; at = next()) {
    const step = wake(device, history.state, at)
    for (const message of step.messages) send(message, at)
    history.state = receive(device, step.state, step.messages.length > 0 ? handOver(at) : [], at)
  }
  return history
}
