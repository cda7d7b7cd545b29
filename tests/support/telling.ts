import { notifyDue } from '../../server/services/telling/news'
import type { Fillable } from './builders'

/** Tells people and connectors of alerts what there is to tell, as if it were that time. Errors: what it met. */
export async function tellNow({ db, deps }: Pick<Fillable, 'db' | 'deps'>, now = deps.now): Promise<void> {
  const telling = {
    now,
    wait: 0,
    stopping: new AbortController().signal,
    onTold: () => undefined,
    onFailure: (_: unknown, error: unknown) => {
      throw error
    },
  }
  while (await notifyDue({ db }, telling));
}
