import { useCallback, useMemo } from 'react'
import { useEvent, useStore } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { z } from 'zod'
import { COLUMNS_PARAMETER, columnsIn, columnsText, sortIn } from '../../../components/address/columns'
import { setParameter, useCurrentAddress } from '../../../components/address/currentAddress'
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

const SERIES = columnOf('')
/** The path of the value in a column or a sort of an address; undefined for any other. */
const pathOf = (id: string | null) => (id?.startsWith(SERIES) ? id.slice(SERIES.length) : undefined)

/** A value that only the address names; its name and unit are those of the space once they have loaded. */
const unknownValue = (path: string): ChosenValue => ({
  path,
  label: path.split('.').at(-1) ?? path,
  unit: null,
  decimals: null,
  is_boolean: false,
})

/** The values of which an address has a column, or by which it sorts; undefined if it leaves them to the person. */
function valuesIn(search: string, known: readonly ChosenValue[], own: readonly ChosenValue[]) {
  const named = columnsIn(search)?.flatMap((id) => pathOf(id) ?? [])
  const sorted = pathOf(sortIn(search))
  const paths = named ?? own.map(({ path }) => path)
  const isAdded = sorted !== undefined && !paths.includes(sorted)
  if (!named && !isAdded) return undefined
  return [...paths.slice(0, VALUE_COLUMNS_MAX - Number(isAdded)), ...(isAdded ? [sorted] : [])].map(
    (path) => known.find((one) => one.path === path) ?? unknownValue(path),
  )
}

/** The values in the list, and a function to choose others: those of the address, else the person's, else the pinned ones. */
export function useShownValues() {
  const [chosen, chooseOwn] = useChosenValues()
  const [pinned = NOTHING] = usePinnedValues()
  const { search } = useLocation()
  const { replace } = useCurrentAddress()
  const own = chosen ?? pinned
  const named = useMemo(
    () => valuesIn(search, [...(chosen ?? NOTHING), ...pinned], own),
    [search, chosen, pinned, own],
  )
  const hasColumns = columnsIn(search) !== undefined
  const chooseNamed = useEvent((next: readonly ChosenValue[] | undefined) => {
    const others = (columnsIn(search) ?? []).filter((id) => pathOf(id) === undefined)
    const ids = (next ?? NOTHING).map(({ path }) => columnOf(path))
    // Values stand after the name and the state, where the list has them.
    const all = others.toSpliced(2, 0, ...ids)
    replace((parameters) => setParameter(parameters, COLUMNS_PARAMETER, next ? columnsText(all) : null))
  })
  return {
    values: named ?? own,
    isChosen: named !== undefined || chosen !== undefined,
    choose: hasColumns ? chooseNamed : chooseOwn,
  }
}
