import { setImmediate as breathe } from 'node:timers/promises'
import { EventLoopQueue } from '../../eventLoopQueue'
import { type Caller, userIdOf } from '../common/caller'

/** Steps of work before other callers go on: reading a value is one step, and takes about 50 nanoseconds. */
const SLICE = 25_000

/**
 * Passes of the event loop for each slice, of whatever caller: so any number of long calls slows others no more than one does. A light call
 * takes some twenty passes, which cost nothing while there is nothing to do.
 */
const EVERY = 10
const slices = new EventLoopQueue(EVERY)

/**
 * Waits for the caller's next slice if these steps, a whole slice by default, complete the current one.
 * @throws if the caller has disconnected
 */
export type Rest = (steps?: number) => Promise<void> | undefined

/** Divides the long work of a call into slices. Slices of callers alternate. */
export function inSlices(caller: Caller, spaceId: string): Rest {
  const who = userIdOf(caller) ?? spaceId
  let done = 0
  return (steps = SLICE) => {
    done += steps
    if (done < SLICE) return undefined
    done = 0
    return new Promise<void>((resolve) => slices.begin(who, resolve)).then(() =>
      caller.origin.gone.throwIfAborted(),
    )
  }
}

/** Milliseconds for which work may block the event loop. */
const BREATH = 5

/** Yields the event loop now and then during a long computation that no call waits for. */
export class Breather {
  #began = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#began < BREATH) return
    await breathe()
    this.#began = performance.now()
  }
}
