import type { Sending, Taken } from '#contract/connectors/code/returned'
import type { Failure, FailureCode } from '#contract/deliveries/failure'

/** `main`: the source defines `main(job)`. `body`: the source is the body of a function of `message`. */
export type Entry = 'main' | 'body'

export interface Limits {
  /** Time of the run, including its preparation. */
  milliseconds: number
  /** All memory of the engine, including its own. */
  megabytes: number
  /** Size of the JSON text of the result, in UTF-8. */
  outputBytes: number
}

/** JavaScript that a person wrote. */
export interface Script {
  /** At most 64 kB. */
  source: string
  entry: Entry
  /**
   * How a connector sends the function's return value, which is taken apart for that on the worker, because a large one would hold up
   * others.
   */
  sends?: Sending
  /** `DEFAULT_LIMITS` by default. */
  limits?: Partial<Limits>
}

/**
 * Why a script has no result. An error that it threw keeps its name; the limits are TimeoutError, MemoryError,
 * SourceTooLargeError and OutputTooLargeError.
 */
export interface ScriptError {
  name: string
  message: string
  /** Position in the script's own source, from 1. */
  line?: number
  column?: number
  /** The reason, where the sandbox knows it. */
  reason?: Failure
}

export type Outcome = (
  | {
      /**
       * JSON text of the script's result, with all digits of the integers that it passes on; `null` also for a result without JSON, such as
       * undefined or a function.
       */
      value: string
      /** The result of a script that `sends`, taken apart, or the code of its failure; null if there is none. */
      taken: Taken | null | FailureCode
      /** The first integers beyond 2^53 of the input that the result does not have with all their digits. */
      lost: string[]
    }
  | { error: ScriptError }
) & {
  /** Lines written with `console.…`. Empty if the worker had to be ended. */
  logs: string[]
  /** Duration of the run. */
  milliseconds: number
}

export interface RunOptions {
  /** Owners of the script, from the whole to the part: ids of a person, a space and a connector. At each level the parts share the time. */
  owner?: readonly string[]
  /** Cancels the run: the promise rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Runs scripts in an isolated engine without network, timers, files, DOM or objects of the host.
 * Each run has a fresh context, so nothing leaks from one to the next. Except for the clock, runs repeat exactly:
 * `Math.random` has a fixed seed, the time zone is UTC, and there is no `Intl`.
 */
export interface Sandbox {
  /**
   * Runs a script on one input, JSON text. A script that fails resolves with its error. Rejects with the signal's reason, or if the sandbox
   * was closed or cannot be started.
   */
  run: (script: Script, input: string, options?: RunOptions) => Promise<Outcome>
  /** Runs a script on many inputs. `onOutcome` gets each outcome, in the order of the inputs. Rejects as `run` does. */
  runAll: (
    script: Script,
    inputs: readonly string[],
    options?: RunOptions & { onOutcome?: (index: number, outcome: Outcome) => void },
  ) => Promise<Outcome[]>
  /** Ends all workers and rejects unfinished runs. A later run starts it again. */
  close: () => void
}
