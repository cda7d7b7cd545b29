/** Lets a few callers run at once; the others wait for their turn. */
export class Slots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /**
   * Waits for a turn. Whoever gets one calls `leave` in the end.
   * @param patience milliseconds
   * @returns false when none came in time
   */
  enter(patience: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const take = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        resolve(false)
      }, patience)
      this.#waiting.push(take)
    })
  }

  /** Gives the turn to the next one. */
  leave() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
