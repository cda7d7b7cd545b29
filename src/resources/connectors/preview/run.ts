import { useCallback, useEffect, useState } from 'react'
import {
  type Failure,
  type Publication,
  publicationOf,
  requestOf,
  type Sending,
  unknownFailure,
  type WebhookRequest,
} from '#contract/connectors'
import type { Outcome, Sandbox, ScriptError } from '#sandbox'
import { msg as failureMsg } from '../../../components/failure/texts'
import { useFailureText } from '../../../components/failure/useFailureText'
import { useTranslate } from './texts'

/** Why a delivery would fail. */
export interface FailedVerdict {
  kind: 'failed'
  failure: Failure
  /** The error that the code threw; undefined if it returned an invalid request. */
  thrown?: ScriptError
}

/** A request to the receiver, or a publication to the broker. */
export type Sent = WebhookRequest | Publication

/** Fate of a message: it is sent, cancelled by `null`, or its delivery fails. */
export type Verdict = { kind: 'sent'; request: Sent } | { kind: 'cancelled' } | FailedVerdict

/** Verdict on a message after a run of the code, by the rules of deliveries. */
export function verdictOf(outcome: Outcome, sending: Sending): Verdict {
  if ('error' in outcome) {
    const { error: thrown } = outcome
    return { kind: 'failed', failure: thrown.reason ?? unknownFailure(thrown.message), thrown }
  }
  const request = sending === 'mqtt' ? publicationOf(outcome.value) : requestOf(outcome.value)
  if (request === null) return { kind: 'cancelled' }
  return 'error' in request ? { kind: 'failed', failure: request } : { kind: 'sent', request }
}

/**
 * Describes a failure of code in one line that starts with "Error": `Error: no body (line 3)`, `Error: TypeError: …`.
 * Rules, "Connector preview".
 */
export function useErrorLine() {
  const translate = useTranslate()
  const failureText = useFailureText()
  return useCallback(
    ({ failure, thrown }: FailedVerdict) => {
      const name = thrown && thrown.name !== 'Error' ? `${thrown.name}: ` : ''
      const line = thrown?.line
      const place =
        line === undefined ? '' : ` (${translate(failureMsg('failure.line'), { line: String(line) })})`
      return `Error: ${name}${failureText(failure)}${place}`
    },
    [translate, failureText],
  )
}

/** Milliseconds after the last keystroke before the code runs. */
export const RUN_DELAY = 300

/** A finished run of code. */
export interface Run {
  source: string
  input: string
  /** Null if the sandbox did not start. */
  outcome: Outcome | null
}

/**
 * Runs code on an input, and again after each change of either. The last result stays until the next run ends.
 * @param input JSON text; null runs nothing
 */
export function useRun(sandbox: Pick<Sandbox, 'run'>, source: string, input: string | null) {
  const [run, setRun] = useState<Run | null>(null)

  useEffect(() => {
    if (input === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const start = async () => {
      const outcome = await sandbox.run({ source, entry: 'main' }, input, { signal }).catch(() => null)
      if (!signal.aborted) setRun({ source, input, outcome })
    }
    const timer = setTimeout(() => void start(), RUN_DELAY)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [sandbox, source, input])

  const isCurrent = run?.source === source && run.input === input
  return {
    /** The last finished run; null before the first. */
    run: input === null ? null : run,
    isRunning: input !== null && !isCurrent,
  }
}
