interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

interface Work<Item, Result> {
  /** Runs all of the items, and returns a result for each, in their order. */
  run: (items: Item[]) => Promise<Result[]>
  /** Items with the same key are never in two runs at the same time. */
  keyOf: (item: Item) => string
  /** The weight of an item, of the `weightMax` of a run; the first item of a run may weigh more. */
  weightOf: (item: Item) => number
  weightMax: number
  /** Most items of a run. */
  most: number
  /** Most runs at the same time: another one begins only if the waiting items fill it, or all runs are slow. */
  atOnce: number
  /** Milliseconds after which a run is slow. */
  patience: number
}

/**
 * Batches items. An item that comes while nothing runs is run immediately, by itself; items that come during a run wait, and run together.
 */
export class Batcher<Item, Result> {
  readonly #work: Work<Item, Result>
  readonly #busy = new Set<string>()
  #waiting: Waiting<Item, Result>[] = []
  #running = 0
  /** Number of slow runs. */
  #slow = 0

  constructor(work: Work<Item, Result>) {
    this.#work = work
  }

  get isIdle() {
    return this.#running === 0 && this.#waiting.length === 0
  }

  /** The result of the item. @throws what the run with the item throws */
  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#begin()
    })
  }

  #begin() {
    while (this.#mayBegin()) {
      const taken = this.#take()
      if (taken.length === 0) return
      void this.#run(taken)
    }
  }

  /** Few large runs cost less than many small ones, but a slow one holds up no other key. */
  #mayBegin() {
    const { atOnce, most } = this.#work
    return (
      this.#running === 0 ||
      (this.#running < atOnce && (this.#slow === this.#running || this.#waiting.length >= most))
    )
  }

  /** Takes the first waiting items that can run now. */
  #take(): Waiting<Item, Result>[] {
    const { keyOf, weightOf, weightMax, most } = this.#work
    const taken: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    let weight = 0
    for (const [i, one] of this.#waiting.entries()) {
      const more = weight + weightOf(one.item)
      if (taken.length === most || (taken.length > 0 && more > weightMax)) {
        left.push(...this.#waiting.slice(i))
        break
      }
      if (this.#busy.has(keyOf(one.item))) {
        left.push(one)
        continue
      }
      weight = more
      taken.push(one)
    }
    this.#waiting = left
    return taken
  }

  async #run(taken: Waiting<Item, Result>[]) {
    const { run, keyOf, patience } = this.#work
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#slow++
      this.#begin()
    }, patience)
    const keys = new Set(taken.map(({ item }) => keyOf(item)))
    for (const key of keys) this.#busy.add(key)
    this.#running++
    try {
      const results = await run(taken.map(({ item }) => item))
      for (const [i, result] of results.entries()) taken[i]?.resolve(result)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slow--
      for (const key of keys) this.#busy.delete(key)
      this.#running--
      this.#begin()
    }
  }
}
