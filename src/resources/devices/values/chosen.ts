import { useCallback, useMemo } from 'react'
import { useStore } from 'react-admin'
import { z } from 'zod'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'

export const VALUE_COLUMNS_MAX = 5

/** Devices in one request for last values. */
export const AT_ONCE = 100

/** Width of a column's content, in px. */
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
/** A series with a column in the device list, under its last known name. */
export type ChosenValue = z.infer<typeof valuesSchema>[number]

const NOTHING: readonly ChosenValue[] = []

/** Stored properties of a chosen series. */
export const valueOf = ({ path, label, unit, decimals, is_boolean }: ChosenValue): ChosenValue => ({
  path,
  label,
  unit,
  decimals,
  is_boolean,
})

/** A list of values that this browser stores for the space; undefined if there is none. */
function useKept(name: 'values' | 'pinned') {
  const [stored, store] = useStore<unknown>(`devices.${name}.${useSpaceId()}`)
  const kept = useMemo(
    () => valuesSchema.optional().catch([]).parse(stored)?.slice(0, VALUE_COLUMNS_MAX),
    [stored],
  )
  const keep = useCallback((next: readonly ChosenValue[] | undefined) => store(next), [store])
  return [kept, keep] as const
}

/** The person's values for the device list of the space; undefined if they have not chosen any. */
export const useChosenValues = () => useKept('values')

/** The space's pinned values as last known; the list shows them by default. */
export const usePinnedValues = () => useKept('pinned')

export const columnOf = (path: string) => `series:${path}`

/** The values in the list, and a function to choose others; by default the pinned ones. */
export function useShownValues() {
  const [chosen, choose] = useChosenValues()
  const [pinned = NOTHING] = usePinnedValues()
  return { values: chosen ?? pinned, isChosen: chosen !== undefined, choose }
}
