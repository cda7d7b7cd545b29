import { useCallback, useMemo } from 'react'
import { useStore } from 'react-admin'
import { z } from 'zod'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'

/** Most columns of values. */
export const VALUE_COLUMNS_MAX = 5

/** Devices of one question for last values. */
export const AT_ONCE = 100

/** Width of what a column shows, in px. */
export const CONTENT_WIDTH = 196

const valuesSchema = z.array(
  z.object({
    path: z.string(),
    label: z.string(),
    unit: z.string().nullable(),
    decimals: z.number().nullable(),
    is_boolean: z.boolean(),
  }),
)
/** A series that the list of devices has a column of, as it was called last. */
export type ChosenValue = z.infer<typeof valuesSchema>[number]

const NOTHING: readonly ChosenValue[] = []

/** What is kept of a series that is chosen. */
export const valueOf = ({ path, label, unit, decimals, is_boolean }: ChosenValue): ChosenValue => ({
  path,
  label,
  unit,
  decimals,
  is_boolean,
})

/** A list of values that this browser keeps for the space; undefined without one. */
function useKept(name: 'values' | 'pinned') {
  const [stored, store] = useStore<unknown>(`devices.${name}.${useSpaceId()}`)
  const kept = useMemo(
    () => valuesSchema.optional().catch([]).parse(stored)?.slice(0, VALUE_COLUMNS_MAX),
    [stored],
  )
  const keep = useCallback((next: readonly ChosenValue[] | undefined) => store(next), [store])
  return [kept, keep] as const
}

/** The values that a person has chosen for the list of the space's devices; undefined where they have chosen nothing. */
export const useChosenValues = () => useKept('values')

/** The values that the space has pinned, as they were last: they show where nobody has chosen others. */
export const usePinnedValues = () => useKept('pinned')

/** The id of the column of a value. */
export const columnOf = (path: string) => `series:${path}`

/** The values that the list shows, and how a person changes them; what the space has pinned needs no choice. */
export function useShownValues() {
  const [chosen, choose] = useChosenValues()
  const [pinned = NOTHING] = usePinnedValues()
  return { values: chosen ?? pinned, isChosen: chosen !== undefined, choose }
}
