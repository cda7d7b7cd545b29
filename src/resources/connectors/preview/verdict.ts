import { type Failure, requestOf, unknownFailure, type WebhookRequest } from '#contract/connectors'
import type { Outcome, ScriptError } from '#sandbox'

/** Why a delivery would fail. */
export interface FailedVerdict {
  kind: 'failed'
  failure: Failure
  /** What the code threw; undefined when what it returned is no request. */
  thrown?: ScriptError
}

/** What would become of a message: it is sent, cancelled by `null`, or its delivery fails. */
export type Verdict = { kind: 'sent'; request: WebhookRequest } | { kind: 'cancelled' } | FailedVerdict

/** What a run of a connector's code means for its message: the same as at delivery. */
export function verdictOf(outcome: Outcome): Verdict {
  if ('error' in outcome) {
    const { error: thrown } = outcome
    return { kind: 'failed', failure: thrown.reason ?? unknownFailure(thrown.message), thrown }
  }
  const request = requestOf(outcome.value)
  if (request === null) return { kind: 'cancelled' }
  return 'error' in request ? { kind: 'failed', failure: request } : { kind: 'sent', request }
}
