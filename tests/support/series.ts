import { derive, dueDevices } from '../../server/services/series'
import type { Fillable } from './builders'

/** Lets the server find all values that it has not found yet. */
export async function findValues({ db: { $client } }: Pick<Fillable, 'db'>): Promise<void> {
  for (let due = await dueDevices($client, 100); due.length > 0; due = await dueDevices($client, 100))
    for (const device of due) await derive($client, device)
}
