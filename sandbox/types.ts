import type { Failure } from '#contract/connectors/failure'

/** `main`: the source defines `main(job)`. `body`: the source is the body of a function that sees `message`. */
export type Entry = 'main' | 'body'

/** What one run may use. */
export interface Limits {
  /** Time of the run, preparation included. */
  milliseconds: number
  /** All memory of the engine, its own included. */
  megabytes: number
  /** Size of the JSON text of the result, in UTF-8. */
  outputBytes: number
}

/** JavaScript that a person wrote. */
export interface Script {
  /** At most 64 kB. */
  source: string
  entry: Entry
  /** `DEFAULT_LIMITS` where they are not given. */
  limits?: Partial<Limits>
}

/**
 * Why a script has no result. What it threw keeps its name; a limit has one of these: TimeoutError, MemoryError,
 * SourceTooLargeError, OutputTooLargeError.
 */
export interface ScriptError {
  name: string
  message: string
  /** Place in the script's own source, from 1. */
  line?: number
  column?: number
  /** The message as a known reason, when it is the sandbox's own. */
  reason?: Failure
}

/** What came of one run. */
export type Outcome = (
  | {
      /** JSON text of what the script returned; `null` also for what JSON cannot say: undefined, a function. */
      value: string
    }
  | { error: ScriptError }
) & {
  /** What was written with `console.…`, a line each. Empty for a run that had to be ended from outside. */
  logs: string[]
  /** Time that the run took. */
  milliseconds: number
}

export interface RunOptions {
  /** Whose script it is, an id of a space: owners share the time. */
  owner?: string
  /** Gives up: the promise rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Runs scripts in an engine of their own, apart from everything: no network, timers, files, DOM or objects of the host.
 * Each run has a fresh context, so that nothing leaks from one to the next. Runs repeat exactly, apart from the clock:
 * `Math.random` has a fixed seed, the time zone is UTC, and there is no `Intl`.
 */
export interface Sandbox {
  /**
   * Runs a script on one input, JSON text. A script that fails resolves with its error.
   * Errors: the signal's reason; the sandbox was closed meanwhile, or cannot be started.
   */
  run: (script: Script, input: string, options?: RunOptions) => Promise<Outcome>
  /** Runs a script on many inputs. `onOutcome` is told each outcome, in the order of the inputs. Errors: as `run`. */
  runAll: (
    script: Script,
    inputs: readonly string[],
    options?: RunOptions & { onOutcome?: (index: number, outcome: Outcome) => void },
  ) => Promise<Outcome[]>
  /** Ends all workers; runs that wait or are under way are rejected. A later run starts it again. */
  close: () => void
}
