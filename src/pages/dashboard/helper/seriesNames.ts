import type { Step } from './paths'

/** The result of a transformation has its time under this name. Facts, "The dashboard transformation". */
const RESERVED = 'date'

/** The names on the way, without that of a list, unless nothing comes behind it. */
const namesOf = (steps: readonly Step[]) =>
  steps.flatMap((step, index) => {
    const isList = steps[index + 1] === 'items' && index + 2 < steps.length
    return step === 'items' || isList ? [] : [step.name]
  })

/** Words that say nothing without the one before. */
const VAGUE = /^(min|max|avg|mean|mdn|median|value|last|count|sum)$/i

const firstLength = (steps: readonly Step[]): number => (VAGUE.test(namesOf(steps).at(-1) ?? '') ? 2 : 1)

/** The last so many names of a path; "value" for a path without any. */
const ending = (steps: readonly Step[], length: number) => namesOf(steps).slice(-length).join(' ') || 'value'

/** A name for each path: the shortest end of it that says something and that no other has. */
export function seriesNames(paths: readonly (readonly Step[])[]): string[] {
  const lengths = paths.map(firstLength)
  for (;;) {
    const names = paths.map((steps, index) => ending(steps, lengths[index] ?? 1))
    const clashes = new Set(names.filter((name, index) => name === RESERVED || names.indexOf(name) !== index))
    const growing = paths.flatMap((steps, index) => {
      const isShort = (lengths[index] ?? 1) < namesOf(steps).length
      return clashes.has(names[index] ?? '') && isShort ? [index] : []
    })
    if (growing.length === 0) return numbered(names)
    for (const index of growing) lengths[index] = (lengths[index] ?? 1) + 1
  }
}

/** Names that are still alike, or reserved, get a number. */
function numbered(names: readonly string[]): string[] {
  const taken = new Set([RESERVED])
  return names.map((name) => {
    let unique = name
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} ${number}`
    taken.add(unique)
    return unique
  })
}
