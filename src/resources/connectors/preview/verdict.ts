import { requestOf, type WebhookRequest } from '#contract/connectors'
import type { Outcome, ScriptError } from '#sandbox'

/** What would become of a message: it is sent, cancelled by `null`, or its delivery fails. */
export type Verdict =
  | { kind: 'sent'; request: WebhookRequest }
  | { kind: 'cancelled' }
  | {
      kind: 'failed'
      /** Begins with "Error". Spec 1, section 4. */
      error: string
      /** What the code threw; undefined when what it returned is no request. */
      thrown?: ScriptError
    }

/** An error in one line that begins with "Error": `Error: no body (line 3)`, `Error: TypeError: …`. */
function lineOf({ name, message, line }: ScriptError): string {
  const text = name === 'Error' ? message : `${name}: ${message}`
  return `Error: ${text}${line === undefined ? '' : ` (line ${line})`}`
}

/** What a run of a connector's code means for its message: the same as at delivery. */
export function verdictOf(outcome: Outcome): Verdict {
  if ('error' in outcome) return { kind: 'failed', error: lineOf(outcome.error), thrown: outcome.error }
  const request = requestOf(outcome.value)
  if (request === null) return { kind: 'cancelled' }
  return 'error' in request ? { kind: 'failed', error: `Error: ${request.error}` } : { kind: 'sent', request }
}
