import { createContext, Script } from 'node:vm'
import { requestOf } from '#contract/connectors'
import type { delivery } from '../../db/schema'
import { type Attempted, columnsOf } from '../../services/attempts/attempt'
import { attemptRows, eventRows } from '../../services/attempts/attemptRows'
import { nextOf } from '../../services/attempts/deliver'
import type { StoredWork } from '../../services/attempts/load'
import { failureOfStatus } from '../../services/outgoing/failure'
import { between } from '../simulator/random'
import { answerTo } from './receiver'

/** The result of one run. */
interface Ran {
  /** JSON text of what the function returned. */
  returned: string
  logs: string[]
}

/**
 * Prepares a function of the demo for jobs as JSON text. It is our own code and needs no sandbox, where a day of deliveries would take
 * seconds and delay the first start. A test checks that both return the same.
 */
export function prepare(source: string): (job: string) => Ran {
  let logs: string[] = []
  const log = (...parts: unknown[]) => logs.push(parts.join(' '))
  const context = createContext({ job: '', console: { log } })
  const script = new Script(`(() => { ${source}\n return JSON.stringify(main(JSON.parse(job))) })()`)
  return (job) => {
    logs = []
    context.job = job
    return { returned: String(script.runInContext(context)), logs }
  }
}

/** Milliseconds until the worker makes a due attempt. */
const LAG = 40

/** A delivery until now, with its attempts and the events of its message. */
interface PastDelivery {
  row: typeof delivery.$inferInsert
  attempts: ReturnType<typeof attemptRows>
  events: ReturnType<typeof eventRows>
}

/** One attempt at a time (Unix ms), answered by the same receiver as later attempts. */
function attemptAt({ id, attempts }: StoredWork, { returned, logs }: Ran, at: number): Attempted {
  const request = requestOf(returned)
  const made = {
    createdAt: new Date(at),
    logs,
    returned,
    status: null,
    ...columnsOf(null),
    retryAfter: null,
    responseBody: null,
    responseHeaders: null,
  }
  if (request === null)
    return { ...made, duration: 2, success: null, method: null, url: null, requestBody: null }
  if ('error' in request) throw new Error(request.error)
  const { method, url, body: requestBody } = request
  const { status, body: responseBody } = answerTo(new URL(url).pathname, at)
  const failure = failureOfStatus(status)
  const duration = Math.round(between(9, 80, id, 'duration', attempts))
  return {
    ...made,
    duration,
    success: failure === null,
    method,
    url,
    status,
    ...columnsOf(failure),
    requestBody,
    responseBody,
  }
}

/** The history of a delivery from its message until `to` (Unix ms). */
export function pastOf(work: StoredWork, ran: Ran, to: number): PastDelivery {
  const { spaceId, connectorId, id, messageCreatedAt, message, device } = work
  const past: PastDelivery = {
    row: {
      spaceId,
      connectorId,
      id,
      messageCreatedAt,
      messageId: message?.id ?? id,
      deviceId: device.id,
      createdAt: messageCreatedAt,
      state: 'pending',
      nextAttemptAt: messageCreatedAt,
    },
    attempts: [],
    events: [],
  }
  for (let due: Date | null = messageCreatedAt; due && due.getTime() + LAG <= to; ) {
    const now = { ...work, attempts: past.attempts.length }
    const attempted = attemptAt(now, ran, due.getTime() + LAG)
    const at = new Date(attempted.createdAt.getTime() + attempted.duration)
    const { state, event, due: next } = nextOf(now, attempted, at)
    due = next
    past.attempts.push(...attemptRows(now, [now], attempted, due))
    past.events.push(...eventRows(now, [now], attempted, { event, at, due }))
    Object.assign(past.row, { state, attempts: past.attempts.length, nextAttemptAt: due })
  }
  return past
}
