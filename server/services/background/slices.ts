import { setImmediate as breathe } from 'node:timers/promises'
import { EventLoopQueue } from '../../eventLoopQueue'
import { type Caller, userIdOf } from '../common/caller'

/** Steps of work after which others have their turn: a value that is read is one, and takes about 50 nanoseconds. */
const SLICE = 25_000

/**
 * Turns of the event loop in which there is one slice, whosesoever it is: so any number of calls leaves the others what one leaves
 * them. A light call takes some twenty turns, which cost nothing while there is nothing to do.
 */
const EVERY = 10
const slices = new EventLoopQueue(EVERY)

/**
 * Waits, where so many steps more of work make a slice, as they do by default, until it is the caller's turn again.
 * @throws when the caller has gone
 */
export type Rest = (steps?: number) => Promise<void> | undefined

/** Divides the long work of a call into slices. Callers take turns. */
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

/** Milliseconds for which work keeps the event loop from others. */
const BREATH = 5

/** Lets others have the event loop now and then, while something long is computed that no call waits for. */
export class Breather {
  #began = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#began < BREATH) return
    await breathe()
    this.#began = performance.now()
  }
}
