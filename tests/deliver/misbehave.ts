import { createHash } from 'node:crypto'
import type { Receiver } from '../support/receiver'

/** What the receiver may do with a request, and how often in a thousand. */
const BEHAVIOURS = [
  ['answers', 640],
  ['answers late', 80],
  ['refuses', 130],
  ['redirects', 60],
  ['resets', 80],
  ['never ends', 6],
  ['hangs', 4],
] as const
type Behaviour = (typeof BEHAVIOURS)[number][0]

/** From this attempt on it answers, so that every message arrives in the end. */
const PATIENT_AFTER = 6

/** A request that arrived: whose it was, and what the receiver did. */
export interface Logged {
  /** The `webhook-id`. */
  id: string
  connectorId: string
  messageId: string
  attempt: number
  behaviour: Behaviour | 'hears nothing'
}

/** Whether the server sees the request succeed. */
export const isSuccess = ({ behaviour }: Logged) => behaviour === 'answers' || behaviour === 'answers late'

/** The same for an attempt that is repeated because the server was killed during it. */
function behaviourOf(id: string, attempt: number): Behaviour {
  if (attempt >= PATIENT_AFTER) return 'answers'
  let chance = createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE() % 1000
  return BEHAVIOURS.find(([, share]) => (chance -= share) < 0)?.[0] ?? 'answers'
}

/** Code of a connector that reports to the receiver what is sent. */
export const tells = (url: string) =>
  `function main(job) {
  return { url: ${JSON.stringify(url)}, data: { connectorId: job.connector.id, messageId: job.message.id, attempt: job.attempt } }
}`

/** Makes the receiver misbehave on a path, and records what arrives there. */
export function misbehave(receiver: Receiver, path: string): Logged[] {
  const log: Logged[] = []
  receiver.on(path, (response, { body, headers }) => {
    const id = String(headers['webhook-id'])
    const told: Pick<Logged, 'connectorId' | 'messageId' | 'attempt'> = JSON.parse(body)
    const behaviour = behaviourOf(id, told.attempt)
    log.push({ ...told, id, behaviour })
    if (behaviour === 'answers') response.writeHead(200).end('ok')
    if (behaviour === 'answers late') setTimeout(() => response.writeHead(201).end(), 400)
    if (behaviour === 'refuses') response.writeHead(500).end('not now')
    if (behaviour === 'redirects') response.writeHead(307, { Location: '/elsewhere' }).end()
    if (behaviour === 'resets') response.destroy()
    if (behaviour === 'never ends') response.writeHead(200).write('it begins')
  })
  return log
}
