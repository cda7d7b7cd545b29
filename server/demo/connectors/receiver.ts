import { Hono } from 'hono'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Name of the demo's own receiver, which no name server ever knows (RFC 6761). */
export const RECEIVER_HOST = 'receiver.invalid'

/** What a receiver answers. */
export interface ReceiverAnswer {
  status: 200 | 202 | 500 | 503
  body: string
}

const LOCKED: ReceiverAnswer = {
  status: 500,
  body: 'ERROR 1205: the table "readings" is locked by an import',
}
const RESTARTING: ReceiverAnswer = { status: 503, body: 'The service restarts. Come back in a few minutes.' }
const STORED: ReceiverAnswer = { status: 200, body: '{"stored":true}' }
const QUEUED: ReceiverAnswer = { status: 202, body: '{"queued":true}' }

/**
 * What the receiver answers at a time (Unix ms), in the past as well as now: the ledger is locked for three hours of
 * six, the telemetry restarts twice a day before the full hour, so that retries reach over it.
 */
export function answerTo(path: string, at: number): ReceiverAnswer {
  const hour = Math.floor(at / HOUR)
  if (path.startsWith('/ledger/')) return hour % 6 < 3 ? LOCKED : STORED
  if (path === '/telemetry') return hour % 12 === 5 && at % HOUR >= 43 * MINUTE ? RESTARTING : STORED
  return QUEUED
}

/** The application of the demo's own receiver. */
export const createReceiver = (now: () => Date): Hono =>
  new Hono().all('*', (c) => {
    const { status, body } = answerTo(c.req.path, now().getTime())
    return c.text(body, status)
  })
