import type { Path } from './fairQueue'

/** Longest run of a quick script, in milliseconds. */
const QUICK_MS = 50
/** Fraction of a long run that remains after each shorter one: after a run to the deadline, 16 short ones make a script quick again. */
const FADES = 0.9
/** Most scripts that are remembered, to bound the memory. */
const REMEMBERED = 10_000

/** Remembers whose scripts have been quick. A script that never ran does not count as quick. */
export class Pace {
  readonly #longest = new Map<string, number>()

  isQuick(path: Path): boolean {
    return (this.#longest.get(keyOf(path)) ?? Number.POSITIVE_INFINITY) <= QUICK_MS
  }

  /** Adds a run. */
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
