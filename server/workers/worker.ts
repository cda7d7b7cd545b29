import { Bell } from '../bell'
import { isLogged } from '../errors'
import { workerFailures, workerLastRound } from '../metrics'
import { inSpan } from '../tracing'

/** A worker that runs until it is stopped. */
export interface Worker {
  /** Resolves when the current work is done. */
  stop: () => Promise<void>
}

/** How often a worker works by itself, in milliseconds. */
export interface Pace {
  period: number
  /** After a failure. */
  failed: number
}

interface Options extends Pace {
  /** Name of the worker in metrics and traces. */
  name: string
  /** Makes it work before its time. */
  bell?: Bell
  onFailure: (error: unknown) => void
}

/**
 * Works immediately and then after each period until it is stopped.
 * @param work resolves to true if there is more to do now
 */
export function repeat(
  work: (stopping: AbortSignal) => Promise<boolean | void>,
  { name, period, failed, bell = new Bell(), onFailure }: Options,
): Worker {
  const stopping = new AbortController()
  const round = { name: `round ${name}`, isRoot: true }
  const run = async () => {
    while (!stopping.signal.aborted) {
      let pause = period
      try {
        if (await inSpan(round, () => work(stopping.signal))) pause = 0
        workerLastRound.set({ worker: name }, Date.now() / 1000)
      } catch (error) {
        pause = failed
        workerFailures.inc({ worker: name })
        if (!isLogged(error)) onFailure(error)
      }
      if (!stopping.signal.aborted) await bell.wait(pause)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      bell.ring()
      return running
    },
  }
}
