/** Calls a function after a number of passes of the event loop. */
function afterTicks(ticks: number, work: () => void) {
  setImmediate(ticks > 1 ? () => afterTicks(ticks - 1, work) : work)
}

/**
 * Begins calls of callers in rotation, one in each pass of the event loop. Node accepts one connection in a pass: if all waiting calls were
 * begun in it, a new caller would wait for as long as they take, once for each connection that came before.
 */
export class EventLoopQueue {
  /** Waiting calls by caller, the next caller first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isScheduled = false

  /** @param every passes of the event loop for each call */
  constructor(private readonly every = 1) {}

  begin(who: string, call: () => void) {
    const calls = this.#waiting.get(who)
    if (calls) calls.push(call)
    else this.#waiting.set(who, [call])
    this.#schedule()
  }

  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    afterTicks(this.every, () => {
      this.#isScheduled = false
      this.#next()
    })
  }

  #next() {
    const [first] = this.#waiting
    if (!first) return
    const [who, calls] = first
    const call = calls.shift()
    this.#waiting.delete(who)
    if (calls.length > 0) this.#waiting.set(who, calls)
    if (this.#waiting.size > 0) this.#schedule()
    call?.()
  }
}
