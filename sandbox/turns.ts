interface Owner<T> {
  items: T[]
  /** Time that its items took so far, in milliseconds. */
  used: number
}

/**
 * A queue in which owners share the time: the next item is from the owner that has used the least. An owner that was
 * idle does not get the missed time back.
 */
export class Turns<T> {
  readonly #owners = new Map<string, Owner<T>>()
  /** Time that the owner of the latest item had used before it. */
  #clock = 0

  add(owner: string, item: T) {
    const known = this.#of(owner)
    if (known.items.length === 0) known.used = Math.max(known.used, this.#clock)
    known.items.push(item)
  }

  /** The next item; undefined when the queue is empty. */
  next(): T | undefined {
    let first: Owner<T> | undefined
    for (const [name, owner] of this.#owners) {
      if (owner.items.length === 0) {
        if (owner.used <= this.#clock) this.#owners.delete(name)
      } else if (!first || owner.used < first.used) first = owner
    }
    if (first) this.#clock = first.used
    return first?.items.shift()
  }

  /** Adds the time that an item of the owner took. */
  charge(owner: string, milliseconds: number) {
    this.#of(owner).used += milliseconds
  }

  #of(name: string): Owner<T> {
    const owner = this.#owners.get(name) ?? { items: [], used: this.#clock }
    this.#owners.set(name, owner)
    return owner
  }
}
