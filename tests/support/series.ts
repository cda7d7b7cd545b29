import { deriveDue, Waits } from '../../server/services/series'
import type { Fillable } from './builders'

const { signal: stopping } = new AbortController()

/** Lets the server find all values that it has not found yet. */
export async function findValues({ db: { $client } }: Pick<Fillable, 'db'>): Promise<void> {
  const rest = async () => undefined
  const onFailure = (_: unknown, error: unknown) => {
    throw error
  }
  while (
    (await deriveDue($client, { now: () => new Date(), waits: new Waits(), stopping, rest, onFailure })) > 0
  );
}
