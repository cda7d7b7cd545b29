import { type Failure, requestOf, type WebhookRequest } from '#contract/connectors'
import type { Outcome, ScriptError } from '#sandbox'

/** What would become of a message: it is sent, cancelled by `null`, or its delivery fails. */
export type Verdict =
  | { kind: 'sent'; request: WebhookRequest }
  | { kind: 'cancelled' }
  | {
      kind: 'failed'
      failure: Failure
      /** What the code threw; undefined when what it returned is no request. */
      thrown?: ScriptError
    }

/** What was thrown, in one line: `no body (line 3)`, `TypeError: …`. */
function failureOf({ name, message, line, code, detail }: ScriptError): Failure {
  const text = name === 'Error' ? message : `${name}: ${message}`
  return {
    error: line === undefined ? text : `${text} (line ${line})`,
    error_code: code ?? null,
    error_detail: detail ?? null,
  }
}

/** What a run of a connector's code means for its message: the same as at delivery. */
export function verdictOf(outcome: Outcome): Verdict {
  if ('error' in outcome) return { kind: 'failed', failure: failureOf(outcome.error), thrown: outcome.error }
  const request = requestOf(outcome.value)
  if (request === null) return { kind: 'cancelled' }
  return 'error' in request ? { kind: 'failed', failure: request } : { kind: 'sent', request }
}
