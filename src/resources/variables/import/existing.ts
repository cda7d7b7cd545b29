import { type Variable, variablesApi } from '#contract/variables'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { pagesOf } from './pages'

/** What makes two variables the same one: whose they are, their name and their environment. */
export const identityOf = ({
  device_id,
  name,
  environment,
}: Pick<Variable, 'device_id' | 'name' | 'environment'>) => JSON.stringify([device_id, name, environment])

/** The variables of the space, by what identifies them; some stand beside others that are the same. */
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

/** Reads which variables the space has, once a file is there. The answer is undefined meanwhile. */
export function useExisting(isAsked: boolean) {
  const dataProvider = useSpaceport()
  const query = useRead(
    variablesApi.list,
    { all: true },
    (signal) => readAll(dataProvider, signal),
    // While rows are looked at and sent, nothing about them changes by itself.
    { enabled: isAsked, staleTime: 'static', gcTime: 0, retry: false },
  )
  return { existing: query.data, error: query.error, retry: () => void query.refetch() }
}
