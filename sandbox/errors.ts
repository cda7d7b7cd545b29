import type { Limits, ScriptError } from './types'

/** The limits of a run, as errors that a person understands. */
export const limitErrors = {
  time: ({ milliseconds }: Limits): ScriptError => ({
    name: 'TimeoutError',
    message: `ran longer than ${milliseconds} ms`,
  }),
  memory: ({ megabytes }: Limits): ScriptError => ({
    name: 'MemoryError',
    message: `needed more than ${megabytes} MB of memory`,
  }),
  depth: (): ScriptError => ({ name: 'RangeError', message: 'Maximum call stack size exceeded' }),
  source: (bytes: number): ScriptError => ({
    name: 'SourceTooLargeError',
    message: `the source is larger than ${bytes / 1024} kB`,
  }),
  output: ({ outputBytes }: Limits): ScriptError => ({
    name: 'OutputTooLargeError',
    message: `returned more than ${Math.floor(outputBytes / 1024)} kB`,
  }),
}

/** A script has no result, and why. */
export class ScriptFailure extends Error {
  readonly reason: ScriptError

  constructor(reason: ScriptError) {
    super(reason.message)
    this.reason = reason
  }
}
