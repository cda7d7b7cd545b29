import type { Message } from '#contract/messages'
import {
  type DeviceState,
  newborn,
  type Outgoing,
  type Received,
  receive,
  type SimulatedDevice,
  wake,
  wakesAt,
} from './simulator'

/** A message of the past; the body is JSON text. */
export type PastMessage = Pick<Message, 'id' | 'type' | 'direction' | 'down_state' | 'body'> & {
  created_at: Date
  down_state_at: Date | null
}

/** A downlink that somebody scheduled at the time (Unix ms). */
export interface PastDownlink {
  at: number
  type: Received['type']
  body: unknown
  cancelled?: boolean
}

/** What a device did until now, and what it remembers of it. */
export interface History {
  messages: PastMessage[]
  /** Boots (Unix ms) with what the device said of itself. */
  sessions: { at: number; up: Record<string, unknown> }[]
  state: DeviceState
  lastSeen: number | null
}

/** The span of a history, in Unix milliseconds. */
export interface Span {
  from: number
  to: number
}

/**
 * Lets a device live through the span by the same model that the simulator goes on with.
 * A downlink is handed over at the first contact after it was scheduled; those that are left stay pending.
 * `newId` makes the id of a message that is stored at a time.
 */
export function historyOf(
  device: SimulatedDevice,
  { from, to }: Span,
  downlinks: PastDownlink[],
  newId: (at: number) => string,
): History {
  const history: History = { messages: [], sessions: [], state: newborn(device, from), lastSeen: null }
  let waiting: (PastDownlink & { message: PastMessage })[] = downlinks.map((downlink) => {
    const message: PastMessage = {
      id: newId(downlink.at),
      created_at: new Date(downlink.at),
      type: downlink.type,
      direction: 'down',
      down_state: downlink.cancelled ? 'cancelled' : 'pending',
      down_state_at: new Date(downlink.at),
      body: JSON.stringify(downlink.body),
    }
    history.messages.push(message)
    return Object.assign({}, downlink, { message })
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
    const due = waiting.filter((downlink) => downlink.at <= at && !downlink.cancelled)
    waiting = waiting.filter((downlink) => !due.includes(downlink))
    for (const { message } of due) Object.assign(message, { down_state: 'sent', down_state_at: new Date(at) })
    return due.map(({ message, type, body }) => ({ id: message.id, type, body }))
  }

  for (let at = wakesAt(history.state); at !== null && at <= to; at = wakesAt(history.state)) {
    const step = wake(device, history.state, at)
    for (const message of step.messages) send(message, at)
    history.state = receive(device, step.state, step.messages.length > 0 ? handOver(at) : [], at)
  }
  return history
}
