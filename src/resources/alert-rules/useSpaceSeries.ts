import { useQuery } from '@tanstack/react-query'
import { latestApi } from '#contract/series'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'

/** What devices of the space measure. */
export function useSpaceSeries() {
  const { ask } = useSpaceport()
  const isOffered = useCapability(latestApi.paths.capability)
  const may = usePermission(latestApi.paths.permission)
  return useQuery({
    queryKey: ['space-series'],
    queryFn: ({ signal }) => ask(latestApi.paths, { signal }),
    staleTime: 60_000,
    enabled: isOffered && may,
  })
}
