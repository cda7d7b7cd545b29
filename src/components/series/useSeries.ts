import type { UseQueryResult } from '@tanstack/react-query'
import { latestApi, type Series, seriesApi } from '#contract/series'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'

/** How often to look for new values, in milliseconds; a hidden page does not look. */
const POLL = 15_000

/** What a device measures. @param select makes of it what is shown; keep it constant */
export const useSeries = <Shown = Series[]>(
  deviceId: string,
  select?: (series: Series[]) => Shown,
): UseQueryResult<Shown> => useAnswer(seriesApi.list, { params: { deviceId }, select, refetchInterval: POLL })

/** How long what the devices of a space measure is taken as it is, in milliseconds: all their series are read for it. */
const FRESH = 60_000

/** What the devices of the space measure, as it calls that; nothing where the server does not tell, or for who may not read it. */
export function useSpaceSeries() {
  const isOffered = useCapability(latestApi.paths.capability)
  const may = usePermission(latestApi.paths.permission)
  return useAnswer(latestApi.paths, { staleTime: FRESH, enabled: isOffered && may })
}

/**
 * The last values of series of devices, with their last 24 hours. Who asks for the same shares the answer, and a part that comes
 * later asks for nothing.
 */
export const useLatest = (deviceIds: readonly string[], paths: readonly string[]) =>
  useAnswer(latestApi.latest, {
    query: { device_id: deviceIds, path: paths },
    staleTime: POLL,
    placeholderData: (shown) => shown,
    refetchInterval: POLL,
    enabled: deviceIds.length > 0 && paths.length > 0,
  })
