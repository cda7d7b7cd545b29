import { useState } from 'react'
import type { Part } from '../../../components/diff/body/compareBodies'

/** Where in a comparison a person is. */
interface Place {
  /** Index of the part that is shown. */
  part: number
  /** Index of the difference among all; null before the first step. */
  difference: number | null
}

/** Index of the part that has a difference, and that difference's index in it. */
function placeOf(parts: readonly Part[], difference: number) {
  let before = 0
  for (const [part, { differences }] of parts.entries()) {
    if (difference < before + differences) return { part, inPart: difference - before }
    before += differences
  }
  return { part: 0, inPart: 0 }
}

/** Steps through the differences of a comparison, from the last to the first and back, and through its parts. */
export function useDifferences(parts: readonly Part[]) {
  const [place, setPlace] = useState<Place>({ part: 0, difference: null })
  const count = parts.reduce((sum, { differences }) => sum + differences, 0)

  /** The difference before the next step, when a part was chosen or nothing yet. */
  const before = parts.slice(0, place.part).reduce((sum, { differences }) => sum + differences, 0)
  const step = (by: 1 | -1) => {
    if (count === 0) return
    const from = place.difference ?? (by === 1 ? before - 1 : before)
    const difference = (from + by + count) % count
    setPlace({ part: placeOf(parts, difference).part, difference })
  }
  return {
    count,
    part: place.part,
    difference: place.difference,
    inPart: place.difference === null ? null : placeOf(parts, place.difference).inPart,
    step,
    showPart: (part: number) => setPlace({ part, difference: null }),
  }
}
