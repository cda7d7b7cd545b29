import { type FailureCode, failureFor } from '#contract/deliveries/failure'
import type { Limits, ScriptError } from './types'

/** An error with a known reason. */
export function known(name: string, code: FailureCode, detail?: string | number): ScriptError {
  const reason = failureFor(code, detail)
  return { name, message: reason.error, reason }
}

/** Errors for people when a run exceeds its limits. */
export const limitErrors = {
  time: ({ milliseconds }: Limits): ScriptError => known('TimeoutError', 'function_late', milliseconds),
  memory: ({ megabytes }: Limits): ScriptError => known('MemoryError', 'function_memory', megabytes),
  depth: (): ScriptError => ({ name: 'RangeError', message: 'Maximum call stack size exceeded' }),
  source: (bytes: number): ScriptError => known('SourceTooLargeError', 'function_size', bytes / 1024),
  output: ({ outputBytes }: Limits): ScriptError =>
    known('OutputTooLargeError', 'result_size', Math.floor(outputBytes / 1024)),
}

/** Mistakes that only running the script reveals. */
export const scriptErrors = {
  missing: (): ScriptError => known('ReferenceError', 'function_missing'),
  promise: (): ScriptError => known('TypeError', 'result_promise'),
}

/** Why a script has no result. */
export class ScriptFailure extends Error {
  readonly reason: ScriptError

  constructor(reason: ScriptError) {
    super(reason.message)
    this.reason = reason
  }
}
