import type { Sim, SimChanges } from '#contract/sims'

/** The fields of a SIM that people can change. Rules, "SIM cards". */
const SIM_FIELDS = ['state', 'profile', 'attr1', 'attr2'] as const
type SimField = (typeof SIM_FIELDS)[number]

/** One field of a SIM, before and after. */
export interface FieldChange {
  field: SimField
  from: string | null
  to: string
}

/** The fields of a SIM that differ from the wanted values; null and an empty text are the same. */
export const differencesOf = (sim: Sim, wanted: SimChanges): FieldChange[] =>
  SIM_FIELDS.flatMap((field) => {
    const to = wanted[field]
    return to === undefined || to === (sim[field] ?? '') ? [] : [{ field, from: sim[field], to }]
  })

/** The wanted values that differ; only they are sent. */
export const changesOf = (differences: readonly FieldChange[]): SimChanges =>
  Object.fromEntries(differences.map(({ field, to }) => [field, to]))

/** A selected row; without `sim`, the SIM was not found. */
interface Selected {
  id: string
  sim?: Sim
}

/** Effects of a change of the selected SIMs. */
export interface DryRun {
  changing: { id: string; differences: readonly FieldChange[] }[]
  /** They already have the wanted values. */
  same: string[]
  /** Rows that repeat a SIM under its other number; its first row is `as`. */
  again: { id: string; as: string }[]
  /** The SIMs were not found, so nothing is done. */
  missing: string[]
}

/** Two rows can be one SIM: its IMSI and its ICCID. */
const keyOf = ({ id, sim }: Selected) => sim?.iccid ?? sim?.imsi ?? id

/** Computes the effects of a change of the selected SIMs, before any call. */
export function dryRunOf(selected: readonly Selected[], wanted: SimChanges): DryRun {
  const run: DryRun = { changing: [], same: [], again: [], missing: [] }
  const seen = new Map<string, string>()
  for (const row of selected) {
    const { id, sim } = row
    const key = keyOf(row)
    const as = seen.get(key)
    if (!sim) run.missing.push(id)
    else if (as !== undefined) run.again.push({ id, as })
    else {
      seen.set(key, id)
      const differences = differencesOf(sim, wanted)
      if (differences.length > 0) run.changing.push({ id, differences })
      else run.same.push(id)
    }
  }
  return run
}
