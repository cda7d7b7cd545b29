import { type Variable, variablesApi } from '#contract/variables'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { pagesOf } from './pages'

/** Identity of a variable: its device or space, its name and its environment. */
export const identityOf = ({
  device_id,
  name,
  environment,
}: Pick<Variable, 'device_id' | 'name' | 'environment'>) => JSON.stringify([device_id, name, environment])

/** Variables of the space by identity; several may share one. */
export type Existing = ReadonlyMap<string, readonly Variable[]>

async function readAll(
  dataProvider: Pick<SpaceportDataProvider, 'getList'>,
  signal: AbortSignal,
): Promise<Existing> {
  const found = new Map<string, Variable[]>()
  for await (const page of pagesOf<Variable>(dataProvider, 'variables', {}, signal))
    for (const variable of page) {
      const identity = identityOf(variable)
      found.set(identity, [...(found.get(identity) ?? []), variable])
    }
  return found
}

/** Loads the variables of the space once there is a file; undefined meanwhile. */
export function useExisting(isAsked: boolean) {
  const dataProvider = useSpaceport()
  const query = useRead(
    variablesApi.list,
    { all: true },
    (signal) => readAll(dataProvider, signal),
    // Nothing changes while people review the rows or the import runs.
    { enabled: isAsked, staleTime: 'static', gcTime: 0, retry: false },
  )
  return { existing: query.data, error: query.error, retry: () => void query.refetch() }
}
