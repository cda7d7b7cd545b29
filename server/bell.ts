/** Wakes a waiting worker. A ring while it works is kept for the next wait. */
export class Bell {
  #rang = false
  #wake: (() => void) | undefined

  ring() {
    this.#rang = true
    this.#wake?.()
  }

  /** Resolves at the next ring, or after so many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#rang)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#rang = false
    this.#wake = undefined
  }
}
