import { setTimeout as sleep } from 'node:timers/promises'

/** Cleanup to run when the server stops, in reverse order. */
export class Lifetime {
  readonly #endings: (() => void | Promise<void>)[] = []
  #end: Promise<void> | undefined

  /** Adds a cleanup. */
  defer(ending: () => void | Promise<void>) {
    this.#endings.push(ending)
  }

  /** Runs all cleanups once, even if one of them fails. */
  end(): Promise<void> {
    this.#end ??= this.#undo()
    return this.#end
  }

  async #undo() {
    const failures: unknown[] = []
    for (const ending of this.#endings.toReversed()) {
      try {
        await ending()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** How a server that was asked to stop lets its proxies know before it does. */
export interface Drain {
  /** Seconds for which it still serves. */
  seconds: number
  /** Makes `/health` report it. */
  begin: () => void
}

/** Milliseconds within which two signals count as one: npm passes on what the terminal has sent to its whole group. */
const ONE_PRESS = 1000

/**
 * Stops the server cleanly at the first signal. `SIGTERM` drains it first; repeating it changes nothing, because npm and supervisors both
 * send it. `SIGINT`, from a person at a terminal, skips the drain, and a second one stops immediately.
 * @param started settles when no more cleanups will be added
 */
export function endOnSignal(
  lifetime: Lifetime,
  started: Promise<Drain | void>,
  say: (line: string) => void,
): void {
  const hurry = new AbortController()
  let pressed = Number.NEGATIVE_INFINITY
  let ending: Promise<void> | undefined

  const drain = async () => {
    const { seconds, begin } = (await started.catch(() => undefined)) ?? { seconds: 0 }
    if (seconds === 0 || hurry.signal.aborted) return
    begin?.()
    say(`Stopping in ${seconds} seconds. Until then /health answers 503, so that proxies call other copies.`)
    await sleep(seconds * 1000, undefined, { signal: hurry.signal }).catch(() => undefined)
  }
  const end = async () => {
    await drain()
    say(hurry.signal.aborted ? 'Stopping. Press again to stop at once.' : 'Stopping.')
    await lifetime.end()
  }
  const stop = () => {
    ending ??= end().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Stopping failed: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', () => {
    const now = performance.now()
    if (now - pressed < ONE_PRESS) return
    if (hurry.signal.aborted) process.exit(1)
    pressed = now
    hurry.abort()
    stop()
  })
}
