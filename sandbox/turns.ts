interface Owner<T> {
  items: T[]
  /** Time that its items have taken, in milliseconds. */
  used: number
}

/**
 * A queue in which owners share the time: next is whoever has used the least of it. Who comes back after a while has
 * saved nothing up.
 */
export class Turns<T> {
  readonly #owners = new Map<string, Owner<T>>()
  /** What the owner whose turn it was last had used before. */
  #clock = 0

  add(owner: string, item: T) {
    const known = this.#of(owner)
    if (known.items.length === 0) known.used = Math.max(known.used, this.#clock)
    known.items.push(item)
  }

  /** The next item; undefined when nobody waits. */
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

  /** Says how long an item of the owner took. */
  charge(owner: string, milliseconds: number) {
    this.#of(owner).used += milliseconds
  }

  #of(name: string): Owner<T> {
    const owner = this.#owners.get(name) ?? { items: [], used: this.#clock }
    this.#owners.set(name, owner)
    return owner
  }
}
