import { attempt, type DeliveryDeps } from './attempt'
import { loadWork } from './load'
import type { DeliveryKey } from './queue'
import { record } from './record'

/**
 * Does a job: one attempt to deliver, by the connector's code of now, also when the connector was disabled after the
 * message had triggered it. A delivery that is no more, with its connector or its device, is dropped quietly.
 * Errors: of the database or the sandbox; the job is taken up again then when it expires.
 */
export async function deliver(deps: DeliveryDeps, key: DeliveryKey): Promise<void> {
  const work = await loadWork(deps.db.$client, key)
  if (!work) return deps.queue.remove(deps.db, key.id)
  await record(deps, work, await attempt(deps, work))
}
