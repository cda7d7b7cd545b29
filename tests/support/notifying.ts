import { notifyDue } from '../../server/services/notifications/due'
import type { Fillable } from './builders'

/** Sends all due notifications of alerts as of a time. Errors: those of notifying. */
export async function notifyNow({ db, deps }: Pick<Fillable, 'db' | 'deps'>, now = deps.now): Promise<void> {
  const options = {
    now,
    wait: 0,
    stopping: new AbortController().signal,
    onStored: () => undefined,
    onFailure: (_: unknown, error: unknown) => {
      throw error
    },
  }
  while (await notifyDue({ db }, options));
}
