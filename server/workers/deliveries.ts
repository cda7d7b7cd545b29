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

/** Most deliveries that one copy runs at the same time. A slow receiver occupies no more than those of its connector. */
const AT_ONCE = { perConnector: 4, perSpace: 32, all: 128 }
/** Milliseconds until the worker looks for due jobs by itself, and after a failure. */
const PERIOD = 1000
const PERIOD_FAILED = 5000
/** Seconds between two checks for jobs of servers that were killed. */
const MAINTENANCE = 10

/** The running jobs. */
class Running {
  readonly #jobs = new Map<DeliveryKey, Promise<void>>()

  get free(): number {
    return AT_ONCE.all - this.#jobs.size
  }

  /** Number of jobs of each connector and each space, by its id. */
  get busy(): Record<string, number> {
    const busy: Record<string, number> = {}
    for (const { connectorId, spaceId } of this.#jobs.keys())
      for (const id of [connectorId, spaceId]) busy[id] = (busy[id] ?? 0) + 1
    return busy
  }

  add(job: DeliveryKey, work: Promise<void>) {
    this.#jobs.set(
      job,
      work.finally(() => this.#jobs.delete(job)),
    )
  }

  async finish() {
    await Promise.all(this.#jobs.values())
  }
}

/**
 * Makes deliveries, the oldest of each connector first. Several copies of the server may do it on one database: one copy
 * makes each attempt. It starts when a message of this copy triggers a connector, and looks for due jobs each second.
 * @param options.maintenance seconds between two checks for jobs of servers that were killed
 */
export async function startDeliveries(
  deps: DeliveryDeps,
  { maintenance = MAINTENANCE } = {},
): Promise<Worker> {
  const bell = new Bell()
  const stopping = new AbortController()
  deps.queue.onWake(() => bell.ring())
  const endSupervision = await superviseQueue(deps.db, maintenance, (error) =>
    deps.log.error('The queue was not looked after', { reason: error.message }),
  )
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

/** Adds the missing jobs of deliveries, as soon as the database answers. */
async function recover(deps: DeliveryDeps, bell: Bell, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await enqueueLost(deps)
      return bell.ring()
    } catch (error) {
      deps.log.error('The missing jobs of deliveries cannot be added', { reason: reasonOf(error) })
    }
    await sleep(PERIOD_FAILED, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function run(deps: DeliveryDeps, bell: Bell, stopping: AbortSignal): Promise<void> {
  const running = new Running()
  const work = (job: DeliveryKey) =>
    deliver(deps, job)
      .catch((error: unknown) => deps.log.error('A delivery failed', { id: job.id, reason: reasonOf(error) }))
      .finally(() => bell.ring())
  const recovered = recover(deps, bell, stopping)
  while (!stopping.aborted) {
    let period = PERIOD
    try {
      const { free, busy } = running
      const jobs = free > 0 ? await takeJobs(deps.db.$client, { ...AT_ONCE, free, busy }) : []
      for (const job of jobs) running.add(job, work(job))
    } catch (error) {
      period = PERIOD_FAILED
      deps.log.error('Deliveries cannot be taken', { reason: reasonOf(error) })
    }
    await bell.wait(period)
  }
  await recovered
  await running.finish()
}
