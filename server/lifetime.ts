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

/**
 * Stops the server cleanly at the first signal, and at once at the second.
 * @param started settles when no more cleanups will be added
 */
export function endOnSignal(lifetime: Lifetime, started: Promise<void>, say: (line: string) => void) {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    say('Stopping. Press again to stop at once.')
    const ended = started.catch(() => undefined).then(() => lifetime.end())
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Stopping failed: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
