import type { z } from 'zod'
import type { firmwareOrderSchema } from '#contract/firmware'
import type { Message } from '#contract/messages'
import { newborn, receive, wake, wakesAt } from './simulator/device'
import type { DeviceState, Outgoing, Received, SimulatedDevice } from './simulator/types'

type FirmwareOrder = z.input<typeof firmwareOrderSchema>

/** A message of the past; the body is JSON text, or plain text. */
export type PastMessage = Pick<Message, 'id' | 'type' | 'direction' | 'down_state' | 'body'> &
  Partial<Pick<Message, 'raw' | 'codec_hash'>> & {
    created_at: Date
    down_state_at: Date | null
  }

/** A downlink that was scheduled at `at` (Unix ms). A firmware job has the id of its downlink. */
export type PastDownlink = { at: number; cancelled?: boolean } & (
  | { type: 'firmware'; body: Omit<FirmwareOrder, 'job_id'> }
  | { type: Exclude<Received['type'], 'firmware'>; body: unknown }
)

/** How long (ms) a downlink is pending until the device asks for it, or a person cancels it. */
const WAITS = { asks: 12_000, cancelled: 90_000 }

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
  let waiting = downlinks.flatMap(({ at, type, body, cancelled }) => {
    const id = newId(at)
    const downlinkBody = type === 'firmware' ? { job_id: id, ...body } : body
    const message: PastMessage = {
      id,
      created_at: new Date(at),
      type,
      direction: 'down',
      down_state: cancelled ? 'cancelled' : 'pending',
      down_state_at: new Date(cancelled ? at + WAITS.cancelled : at),
      body: JSON.stringify(downlinkBody),
    }
    history.messages.push(message)
    return cancelled ? [] : { at, message, received: { id, type, body: downlinkBody } }
  })

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
    history.lastSeen = at
  }

  const handOver = (at: number): Received[] => {
    const due = waiting.filter((downlink) => downlink.at <= at)
    waiting = waiting.filter((downlink) => !due.includes(downlink))
    for (const { message } of due) Object.assign(message, { down_state: 'sent', down_state_at: new Date(at) })
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
