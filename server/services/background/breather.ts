import { setImmediate as breathe } from 'node:timers/promises'

/** Milliseconds for which work keeps the event loop from others. */
const SLICE = 5

/** Lets others have the event loop now and then, while something long is computed that no call waits for. */
export class Breather {
  #began = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#began < SLICE) return
    await breathe()
    this.#began = performance.now()
  }
}
