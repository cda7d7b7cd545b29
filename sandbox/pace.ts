import type { Path } from './fairQueue'

/** Longest run of a quick script, in milliseconds. */
const QUICK_MS = 50
/** What remains of a long run after each shorter one: after a run to the deadline, 16 short ones make a script quick again. */
const FADES = 0.9
/** How many scripts are remembered, so that the memory for them has a bound. */
const REMEMBERED = 10_000

/** Remembers whose scripts have been quick. One that never ran is not known to be. */
export class Pace {
  readonly #longest = new Map<string, number>()

  isQuick(path: Path): boolean {
    return (this.#longest.get(keyOf(path)) ?? Number.POSITIVE_INFINITY) <= QUICK_MS
  }

  /** Notes a run. */
  note(path: Path, milliseconds: number) {
    const key = keyOf(path)
    const longest = Math.max(milliseconds, (this.#longest.get(key) ?? 0) * FADES)
    this.#longest.delete(key)
    this.#longest.set(key, longest)
    if (this.#longest.size <= REMEMBERED) return
    for (const [oldest] of this.#longest) return void this.#longest.delete(oldest)
  }
}

const keyOf = (path: Path) => path.join('/')
