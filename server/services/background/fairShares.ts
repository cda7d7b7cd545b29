/** Most entries whose time is remembered; those with no more time than others are forgotten. */
const REMEMBERED = 1000

/** Selects the one that has used the least time. A new one begins with as much as the one that is served then. */
class Shares {
  readonly #used = new Map<string, number>()
  #now = 0

  next(those: Iterable<string>): string | undefined {
    let next: string | undefined
    let least = Infinity
    for (const one of those) {
      const used = this.#usedBy(one)
      if (used >= least) continue
      next = one
      least = used
    }
    if (next !== undefined) this.#now = least
    return next
  }

  note(one: string, took: number) {
    this.#used.set(one, this.#usedBy(one) + took)
    if (this.#used.size <= REMEMBERED) return
    for (const [other, used] of this.#used) if (used <= this.#now) this.#used.delete(other)
  }

  #usedBy(one: string) {
    return Math.max(this.#used.get(one) ?? 0, this.#now)
  }
}

/** Work in a space of a person. */
export interface SpaceWork {
  spaceId: string
  /** Owner of the space. */
  personId: string
}

/** SQL of the owner of a space `s`; the space itself if it has none. */
export const PERSON = 'coalesce(s.owner_id, s.id)'

/**
 * Fair shares by person, and then by space, so that nobody's work waits for all the work of another person. Everyone gets the same time,
 * however long each piece of work takes. Each worker has its own.
 */
export class FairShares {
  readonly #people = new Shares()
  readonly #spaces = new Map<string, Shares>()

  /** Returns the next work; in a space the first of the list. */
  next<Work extends SpaceWork>(waiting: readonly Work[]): Work | undefined {
    const person = this.#people.next(waiting.map(({ personId }) => personId))
    if (person === undefined) return undefined
    const own = waiting.filter(({ personId }) => personId === person)
    const space = this.#spacesOf(person).next(own.map(({ spaceId }) => spaceId))
    return own.find(({ spaceId }) => spaceId === space)
  }

  /** Adds the milliseconds that a piece of work took. */
  note({ personId, spaceId }: SpaceWork, took: number) {
    this.#people.note(personId, took)
    this.#spacesOf(personId).note(spaceId, took)
  }

  #spacesOf(personId: string): Shares {
    const known = this.#spaces.get(personId)
    if (known) return known
    if (this.#spaces.size >= REMEMBERED) this.#spaces.clear()
    const spaces = new Shares()
    this.#spaces.set(personId, spaces)
    return spaces
  }
}

/** Reorders items: the first of each key before the second of any. */
export function interleaved<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const places = new Map<string, number>()
  const placed = items.map((item) => {
    const place = places.get(keyOf(item)) ?? 0
    places.set(keyOf(item), place + 1)
    return { item, place }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
