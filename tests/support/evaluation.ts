import { evaluateRound } from '../../server/services/alerts/evaluation/round'
import type { Fillable } from './builders'
import { notifyNow } from './notifying'

/** Evaluates due conditions of all alert rules as of a time, and notifies. Errors: those of a rule. */
export async function evaluateDue(
  server: Pick<Fillable, 'db' | 'deps'>,
  now = server.deps.now,
): Promise<void> {
  await evaluateRound(server.db.$client, {
    now,
    stopping: new AbortController().signal,
    onFailure: (_, error) => {
      throw error
    },
  })
  await notifyNow(server, now)
}

/** Evaluates all alert rules, like a server that was never down. */
export async function evaluateNow(
  server: Pick<Fillable, 'db' | 'deps'>,
  now = server.deps.now,
): Promise<void> {
  await server.db.$client.query(
    `insert into routine (name, finished_at) values ('alerts', $1), ('alerts back', '2000-01-01')
      on conflict (name) do update set finished_at = excluded.finished_at`,
    [now()],
  )
  await evaluateDue(server, now)
}
