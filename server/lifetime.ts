/** What must be undone when the server stops, in the reverse order of its making. */
export class Lifetime {
  readonly #endings: (() => void | Promise<void>)[] = []
  #end: Promise<void> | undefined

  /** Has something undone at the end. */
  endsWith(ending: () => void | Promise<void>) {
    this.#endings.push(ending)
  }

  /** Undoes everything, once, whoever asks. One ending that fails keeps no other from its turn. */
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
 * Ends the server in order at the first signal to stop, and at once at the second.
 * @param started settles when nothing more will be added to the lifetime
 */
export function endOnSignal(lifetime: Lifetime, started: Promise<void>, say: (line: string) => void) {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    say('Stopping. Once more to stop at once.')
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
