/** A queue in which owners take turns: one who asks a lot does not keep the others waiting. */
export class Turns<T> {
  readonly #queues = new Map<string, T[]>()

  add(owner: string, item: T) {
    const queue = this.#queues.get(owner)
    if (queue) queue.push(item)
    else this.#queues.set(owner, [item])
  }

  /** The next item of the owner whose turn it is; undefined when nobody waits. */
  next(): T | undefined {
    for (const [owner, queue] of this.#queues) {
      const item = queue.shift()
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
      return item
    }
    return undefined
  }
}
