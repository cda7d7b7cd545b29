import { createReceiver, RECEIVER_HOST } from '../demo'
import { listen } from '../listen'
import type { Web } from '../services/deliveries'
import type { Worker } from './worker'

const LOOPBACK = '127.0.0.1'

/** The demo's own receiver of webhooks, on a free port of the loopback; `hosts` maps its name to the address. */
export async function startReceiver(now: () => Date): Promise<Worker & Pick<Web, 'hosts'>> {
  const listening = await listen(createReceiver(now), { host: LOOPBACK, port: 0 })
  const hosts = new Map([[RECEIVER_HOST, { address: LOOPBACK, port: listening.port }]])
  return { hosts, stop: () => listening.close() }
}
