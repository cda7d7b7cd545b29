import { evaluateValues } from '../../server/services/alerts/evaluation/values'
import { deriveDue } from '../../server/services/series/store/derive'
import { Pacing } from '../../server/services/series/store/pacing'
import type { Fillable } from './builders'
import { notifyNow } from './notifying'

const { signal: stopping } = new AbortController()

/** Derives all pending values, and notifies of the alerts that they open and end. */
export async function findValues(server: Pick<Fillable, 'db' | 'deps'>): Promise<void> {
  const { $client } = server.db
  const rest = async () => undefined
  const onFailure = (_: unknown, error: unknown) => {
    throw error
  }
  const round = { now: () => new Date(), evaluate: evaluateValues, stopping, rest, onFailure }
  while ((await deriveDue($client, { ...round, pacing: new Pacing() })).count > 0);
  await notifyNow(server, () => new Date())
}
