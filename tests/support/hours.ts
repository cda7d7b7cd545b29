import { countHour } from '../../server/services/overview/hours'
import type { TestServer } from './makeServer'

/** Counts the messages of all hours that are not settled, as the worker does. */
export async function countHours({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  let next = await countHour(deps)
  while (next !== null) next = await countHour(deps, next)
}
