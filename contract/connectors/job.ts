import type { Device } from '../devices'
import type { Message } from '../messages'
import type { Connector } from './connector'

/** How long a receiver may take to answer, in seconds. */
export const DELIVERY_TIMEOUT = 10

/** The argument of a connector's `main(job)`. Rules, "The connector job". */
export interface Job {
  /** 0 at the first attempt. */
  attempt: number
  message: Pick<Message, 'id' | 'type' | 'direction' | 'created_at'> & {
    /** The parsed JSON value. */
    body: unknown
  }
  device: Pick<Device, 'id' | 'name' | 'serial_number' | 'session_id' | 'created_at' | 'label' | 'tags'> & {
    space_id: string
  }
  connector: {
    id: string
    /** Seconds in which the receiver must answer. */
    timeout: number
  }
}

const parsed = (text: string | null): unknown => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The job of one attempt, for the preview and for deliveries. A body that is not JSON is passed as text. */
export function jobOf({
  attempt,
  spaceId,
  message,
  device,
  connector,
}: {
  attempt: number
  spaceId: string
  message: Pick<Message, 'id' | 'type' | 'direction' | 'created_at' | 'body'>
  device: Omit<Job['device'], 'space_id'>
  connector: Pick<Connector, 'id'>
}): Job {
  const { id, type, direction, created_at, body } = message
  const { name, serial_number, session_id, label, tags } = device
  return {
    attempt,
    message: { id, type, direction, created_at, body: parsed(body) },
    device: {
      id: device.id,
      space_id: spaceId,
      name,
      serial_number,
      session_id,
      created_at: device.created_at,
      label,
      tags,
    },
    connector: { id: connector.id, timeout: DELIVERY_TIMEOUT },
  }
}
