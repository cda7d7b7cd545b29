import { Hono } from 'hono'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { Web } from '../../services/outgoing/web'
import { listen } from '../../start/listen'
import type { Worker } from '../../workers/worker'
import { between } from '../simulator/random'

/** Host of the demo's own receiver, which never exists in DNS (RFC 6761). */
const RECEIVER_HOST = 'receiver.invalid'

interface ReceiverAnswer {
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

/** Once in eight hours the ledger is locked, until a full hour, so that retries outlast it. */
function isLocked(at: number): boolean {
  const shift = Math.floor(at / (8 * HOUR))
  const begin = between(0, 2, 'ledger', shift, 'begin')
  const end = Math.floor(between(3, 6, 'ledger', shift, 'end'))
  const hours = (at / HOUR) % 8
  return hours >= begin && hours < end
}

/** Once in twelve hours the telemetry restarts, shortly before a full hour. */
function isRestarting(at: number): boolean {
  const hour = Math.floor(at / HOUR)
  const restarts = Math.floor(between(0, 11, 'telemetry', Math.floor(hour / 12)))
  return hour % 12 === restarts && at % HOUR >= 43 * MINUTE
}

/** The receiver's answer at a time (Unix ms), past or present. */
export function answerTo(path: string, at: number): ReceiverAnswer {
  if (path.startsWith('/ledger/')) return isLocked(at) ? LOCKED : STORED
  if (path === '/telemetry') return isRestarting(at) ? RESTARTING : STORED
  return QUEUED
}

/** The application of the demo's own receiver. */
export const createReceiver = (now: () => Date): Hono =>
  new Hono().all('*', (c) => {
    const { status, body } = answerTo(c.req.path, now().getTime())
    return c.text(body, status)
  })

const LOOPBACK = '127.0.0.1'

/** Starts the demo's own receiver on a free port of the loopback; `hosts` maps its name to the address. */
export async function startReceiver(now: () => Date): Promise<Worker & Pick<Web, 'hosts'>> {
  const listening = await listen(createReceiver(now), { host: LOOPBACK, port: 0 })
  const hosts = new Map([[RECEIVER_HOST, { address: LOOPBACK, port: listening.port }]])
  return { hosts, stop: () => listening.close() }
}
