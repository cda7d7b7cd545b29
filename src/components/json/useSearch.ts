import { useState } from 'react'
import { findMatches } from './search'
import type { Tree } from './useTree'

export type Search = ReturnType<typeof useSearch>

const NOTHING = { text: '', matches: [] as readonly number[], at: 0 }

/** A search in a tree: what is looked for, the nodes that match, and which of them is the active one. */
export function useSearch({ document, move }: Tree) {
  const [search, setSearch] = useState(NOTHING)
  const goTo = (next: typeof NOTHING) => {
    setSearch(next)
    const index = next.matches[next.at]
    if (index !== undefined) move(index)
  }
  return {
    ...search,
    /** Looks for another text, and moves to its first match. */
    change: (text: string) => goTo({ text, matches: findMatches(document, text), at: 0 }),
    /** Moves to a match further on, or back; after the last comes the first. */
    step(by: 1 | -1) {
      const { length } = search.matches
      if (length > 0) goTo({ ...search, at: (search.at + by + length) % length })
    },
  }
}
