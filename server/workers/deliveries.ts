import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../errors'
import {
  type DeliveryDeps,
  type DeliveryKey,
  deliver,
  enqueueLost,
  superviseQueue,
  takeJobs,
} from '../services/deliveries'
import { Bell } from './bell'
import type { Worker } from './worker'

/**
 * Deliveries that one copy has in hand: of one connector, so that a slow receiver takes up no more, of one space, and
 * of all.
 */
const AT_ONCE = { perConnector: 4, perSpace: 32, all: 128 }
/** Milliseconds between two looks at what is due when nobody rings; and after a failure. */
const PERIOD = 1000
const PERIOD_FAILED = 5000
/** Seconds between two looks for jobs of a server that was killed. */
const MAINTENANCE = 10

/** The jobs in hand. */
class Hands {
  readonly #jobs = new Map<DeliveryKey, Promise<void>>()

  get free(): number {
    return AT_ONCE.all - this.#jobs.size
  }

  /** How many there are of each connector and of each space, by its id. */
  get busy(): Record<string, number> {
    const busy: Record<string, number> = {}
    for (const { connectorId, spaceId } of this.#jobs.keys())
      for (const id of [connectorId, spaceId]) busy[id] = (busy[id] ?? 0) + 1
    return busy
  }

  hold(job: DeliveryKey, work: Promise<void>) {
    this.#jobs.set(
      job,
      work.finally(() => this.#jobs.delete(job)),
    )
  }

  async empty() {
    await Promise.all(this.#jobs.values())
  }
}

/**
 * Makes deliveries, the oldest of each connector first. Several copies of the server may do it on one database: each
 * attempt is one copy's. It is rung when a message of this copy triggers a connector, and looks by itself each second.
 * @param options.maintenance seconds between two looks for jobs of a server that was killed
 */
export async function startDeliveries(
  deps: DeliveryDeps,
  { maintenance = MAINTENANCE } = {},
): Promise<Worker> {
  const bell = new Bell()
  const stopping = new AbortController()
  deps.queue.onWake(() => bell.ring())
  const endSupervision = await superviseQueue(deps, maintenance)
  const running = run(deps, bell, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      bell.ring()
      await running
      await endSupervision()
    },
  }
}

/** Adds the jobs that deliveries have lost, as soon as the database lets it. */
async function recover(deps: DeliveryDeps, bell: Bell, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await enqueueLost(deps)
      return bell.ring()
    } catch (error) {
      deps.log.error('Lost deliveries cannot be looked for', { reason: reasonOf(error) })
    }
    await sleep(PERIOD_FAILED, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function run(deps: DeliveryDeps, bell: Bell, stopping: AbortSignal): Promise<void> {
  const hands = new Hands()
  const work = (job: DeliveryKey) =>
    deliver(deps, job)
      .catch((error: unknown) => deps.log.error('A delivery failed', { id: job.id, reason: reasonOf(error) }))
      .finally(() => bell.ring())
  const recovered = recover(deps, bell, stopping)
  while (!stopping.aborted) {
    let period = PERIOD
    try {
      const { free, busy } = hands
      const jobs = free > 0 ? await takeJobs(deps.db.$client, { ...AT_ONCE, free, busy }) : []
      for (const job of jobs) hands.hold(job, work(job))
    } catch (error) {
      period = PERIOD_FAILED
      deps.log.error('Deliveries cannot be taken', { reason: reasonOf(error) })
    }
    await bell.wait(period)
  }
  await recovered
  await hands.empty()
}
