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

const chosenSchema = z
  .array(
    z.object({
      path: z.string(),
      label: z.string(),
      unit: z.string().nullable(),
      decimals: z.number().nullable(),
      is_boolean: z.boolean(),
    }),
  )
  .max(VALUE_COLUMNS_MAX)
  .catch([])
/** A series that the list of devices has a column of, as it was when it was chosen. */
export type ChosenValue = z.infer<typeof chosenSchema>[number]

/** What is kept of a series that is chosen. */
export const valueOf = ({ path, label, unit, decimals, is_boolean }: ChosenValue): ChosenValue => ({
  path,
  label,
  unit,
  decimals,
  is_boolean,
})

/** The values that this browser shows in the list of the space's devices. */
export function useChosenValues() {
  const [stored, store] = useStore<unknown>(`devices.values.${useSpaceId()}`)
  const chosen = useMemo(() => chosenSchema.parse(stored), [stored])
  const choose = useCallback((next: readonly ChosenValue[]) => store(next), [store])
  return [chosen, choose] as const
}
