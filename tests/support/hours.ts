import { countHour } from '../../server/services/overview/hours'
import type { TestServer } from './makeServer'

/** Counts the messages of all unfinished hours, like the worker. */
export async function countHours({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  let next = await countHour(deps)
  while (next !== null) next = await countHour(deps, next)
}
