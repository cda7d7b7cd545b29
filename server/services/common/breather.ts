import { setImmediate as breathe } from 'node:timers/promises'

/** Milliseconds for which work may block the event loop. */
const SLICE = 5

/** Yields the event loop now and then during a long computation that no call waits for. */
export class Breather {
  #began = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#began < SLICE) return
    await breathe()
    this.#began = performance.now()
  }
}
