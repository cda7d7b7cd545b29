import { deriveDue } from '../../server/services/series'
import type { Fillable } from './builders'

const { signal } = new AbortController()

/** Lets the server find all values that it has not found yet. */
export async function findValues({ db: { $client } }: Pick<Fillable, 'db'>): Promise<void> {
  while ((await deriveDue($client, signal, async () => undefined)) > 0);
}
