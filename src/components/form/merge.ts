import { isSame } from '../../dataProvider/versionedSave'

export type Values = Record<string, unknown>

/** Two people's changes of a record, merged. */
interface Merged {
  /** Their values for fields that only others changed, mine for the rest. */
  values: Values
  /** Fields that only the others changed. */
  taken: string[]
  /** Fields that both changed, to different values. */
  conflicts: string[]
}

/** Merges two changes of a record field by field. */
export function merge(base: Values, mine: Values, theirs: Values): Merged {
  const merged: Merged = { values: { ...mine }, taken: [], conflicts: [] }
  for (const [name, value] of Object.entries(mine)) {
    if (isSame(theirs[name], base[name]) || isSame(theirs[name], value)) continue
    if (isSame(value, base[name])) {
      merged.values[name] = theirs[name]
      merged.taken.push(name)
    } else merged.conflicts.push(name)
  }
  return merged
}
