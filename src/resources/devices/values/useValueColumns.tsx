import { Suspense, useCallback, useMemo } from 'react'
import { useStore } from 'react-admin'
import { z } from 'zod'
import type { Device } from '#contract/devices'
import { lazyPart } from '../../../components/lazyPart'
import type { Column } from '../../../components/table/types'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { msg } from '../texts'

const LatestCell = lazyPart(() => import('./LatestCell'))

/** Most columns of values. */
export const VALUE_COLUMNS_MAX = 5

/** Of a column in px, and of what is in it. */
const WIDTH = 220
export const CONTENT_WIDTH = 196
/** Columns are as wide as their content, which comes later. */
const PLACE = <span style={{ display: 'inline-block', width: CONTENT_WIDTH }} />

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

/** The values that this browser shows in the list of the space's devices. */
export function useChosenValues() {
  const [stored, store] = useStore<unknown>(`devices.values.${useSpaceId()}`)
  const chosen = useMemo(() => chosenSchema.parse(stored), [stored])
  const choose = useCallback((next: readonly ChosenValue[]) => store(next), [store])
  return [chosen, choose] as const
}

/** A column for each of the chosen values. Keep its result for as long as they are the same. */
export const valueColumnsOf = (chosen: readonly ChosenValue[]): Column<Device>[] =>
  chosen.map((value) => ({
    id: `series:${value.path}`,
    label: msg('devices.lastValue'),
    labelText: value.label,
    sortBy: `series:${value.path}`,
    hideable: false,
    width: WIDTH,
    card: 'below',
    cell: ({ id }) => (
      <Suspense fallback={PLACE}>
        <LatestCell deviceId={id} value={value} chosen={chosen} />
      </Suspense>
    ),
  }))
