import { createHash } from 'node:crypto'
import type { Received, Receiver } from '../support/receiver'

/** Behaviours of the receiver, and how often of a thousand each. */
const BEHAVIOURS = [
  ['answers', 640],
  ['answers late', 80],
  ['refuses', 130],
  ['redirects', 60],
  ['resets', 80],
  ['never ends', 6],
  ['hangs', 4],
] as const
export type Behaviour =
  | (typeof BEHAVIOURS)[number][0]
  | 'asks for time'
  | 'asks for a time'
  | 'is gone'
  | 'distrusts'
  | 'hears nothing'

/** From this attempt on it accepts, so that every message arrives in the end. */
const PATIENT_AFTER = 6
/** Seconds that a receiver asks to wait. */
export const ASKED_FOR = 3

/** Report of a connector's code to the receiver. */
interface Report {
  connectorId: string
  deviceId: string
  messageId: string
  attempt: number
}

/** Parses such a report. */
export const parseReport = (body: string): Report => JSON.parse(body)

/** A request that arrived, and the behaviour of the receiver. */
export interface Logged extends Report {
  /** `webhook-id` of the request. */
  id: string
  /** `webhook-repeats`, only in a replay. */
  repeats: string | undefined
  behaviour: Behaviour
  /** Milliseconds since 1970. */
  at: number
}

/** Whether the server sees the request succeed. */
export const isSuccess = ({ behaviour }: Pick<Logged, 'behaviour'>) =>
  behaviour === 'answers' || behaviour === 'answers late'

/** A number from 0 to 999, the same when an attempt is repeated because the server was killed. */
export const chanceOf = ({ id, attempt }: Pick<Logged, 'id' | 'attempt'>) =>
  createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE() % 1000

/** Behaviour of a receiver that sometimes fails, in many ways. */
export function unreliable(request: Pick<Logged, 'id' | 'attempt'>): Behaviour {
  if (request.attempt >= PATIENT_AFTER) return 'answers'
  let chance = chanceOf(request)
  return BEHAVIOURS.find(([, share]) => (chance -= share) < 0)?.[0] ?? 'answers'
}

/** Code of a connector that reports to the receiver. */
export const reportingCode = (url: string) =>
  `function main(job) {
  return {
    url: ${JSON.stringify(url)},
    data: { connectorId: job.connector.id, deviceId: job.device.id, messageId: job.message.id, attempt: job.attempt },
  }
}`

/** Sets the behaviour of the receiver on a path, and records requests there. */
export function behave(
  receiver: Receiver,
  path: string,
  behaviourOf: (request: Omit<Logged, 'behaviour'>, received: Received) => Behaviour,
  log: Logged[],
): void {
  receiver.on(path, (response, received) => {
    const { 'webhook-id': id, 'webhook-repeats': repeats } = received.headers
    const request = {
      ...parseReport(received.body),
      id: String(id),
      repeats: repeats?.toString(),
      at: received.at.getTime(),
    }
    const behaviour = behaviourOf(request, received)
    log.push({ ...request, behaviour })
    if (behaviour === 'answers') response.writeHead(200).end('ok')
    if (behaviour === 'answers late') setTimeout(() => response.writeHead(201).end(), 400)
    if (behaviour === 'refuses') response.writeHead(500).end('not now')
    if (behaviour === 'redirects') response.writeHead(307, { Location: '/elsewhere' }).end()
    if (behaviour === 'resets') response.destroy()
    if (behaviour === 'never ends') response.writeHead(200).write('it begins')
    if (behaviour === 'asks for time') response.writeHead(429, { 'Retry-After': String(ASKED_FOR) }).end()
    if (behaviour === 'asks for a time') {
      const time = new Date(Date.now() + (ASKED_FOR + 1) * 1000).toUTCString()
      response.writeHead(503, { 'Retry-After': time }).end()
    }
    if (behaviour === 'is gone') response.writeHead(410).end()
    if (behaviour === 'distrusts') response.writeHead(401).end()
  })
}
