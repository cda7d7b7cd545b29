/** The owners of an item, from the whole to the part: a person, one of their spaces, a connector in it. */
export type Path = readonly string[]

/** An owner that shares the time with others, and divides it among its parts. */
class Sharer<T> {
  readonly parts = new Map<string, Sharer<T>>()
  readonly items: T[] = []
  /** Time that its items took so far, in milliseconds. */
  used: number
  /** Least time used by one of its parts with waiting items. */
  clock = 0

  constructor(used: number) {
    this.used = used
  }

  get isWaiting(): boolean {
    return this.items.length > 0 || [...this.parts.values()].some((part) => part.isWaiting)
  }

  part(name: string): Sharer<T> {
    const part = this.parts.get(name) ?? new Sharer<T>(this.clock)
    this.parts.set(name, part)
    return part
  }

  /** The first accepted item of the part that has used the least time. */
  next(accepts: (path: Path) => boolean, path: Path = []): T | undefined {
    if (this.items.length > 0 && accepts(path)) return this.items.shift()
    const waiting = [...this.parts].filter(([, part]) => part.isWaiting)
    waiting.sort(([, a], [, b]) => a.used - b.used)
    const [least] = waiting
    if (least) this.clock = Math.max(this.clock, least[1].used)
    for (const [name, part] of waiting) {
      const item = part.next(accepts, [...path, name])
      if (item !== undefined) return item
    }
    return undefined
  }

  /** Removes parts whose used time no longer matters. */
  tidy() {
    for (const [name, part] of this.parts) {
      part.tidy()
      if (!part.isWaiting && part.parts.size === 0 && part.used <= this.clock) this.parts.delete(name)
    }
  }
}

/**
 * A queue in which people share the time, and the spaces of a person and the connectors of a space share theirs: the next item is that of
 * the owner that has used the least. An idle owner does not get the missed time back.
 */
export class FairQueue<T> {
  readonly #all = new Sharer<T>(0)

  add(path: Path, item: T) {
    let sharer = this.#all
    for (const name of path) {
      const part = sharer.part(name)
      if (!part.isWaiting) part.used = Math.max(part.used, sharer.clock)
      sharer = part
    }
    sharer.items.push(item)
  }

  /** The next item whose path is accepted; undefined if none waits. */
  next(accepts: (path: Path) => boolean = () => true): T | undefined {
    const item = this.#all.next(accepts)
    this.#all.tidy()
    return item
  }

  /** Adds the time that an item took. */
  charge(path: Path, milliseconds: number) {
    let sharer = this.#all
    for (const name of path) {
      sharer = sharer.part(name)
      sharer.used += milliseconds
    }
  }
}
