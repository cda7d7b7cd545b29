import type { UseQueryResult } from '@tanstack/react-query'
import { latestApi, type Series, seriesApi } from '#contract/series'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'

/** Polling interval for new values, in milliseconds; a hidden page does not poll. */
const POLL = 15_000

/**
 * The series of a device.
 * @param select converts them to what is shown; keep it constant
 */
export const useSeries = <Shown = Series[]>(
  deviceId: string,
  select?: (series: Series[]) => Shown,
): UseQueryResult<Shown> => useAnswer(seriesApi.list, { params: { deviceId }, select, refetchInterval: POLL })

/** Largest numbers of pinned values, and of the first ones without pinned values. */
const PINNED_MAX = 12
const FIRST = 4

/** What a page about more than its values shows of them: the pinned ones, or else the first ones. */
export function mainSeries(series: readonly Series[]): readonly Series[] {
  const offered = series.filter(({ is_hidden }) => !is_hidden)
  const pinned = offered.filter(({ is_pinned }) => is_pinned)
  return pinned.length > 0 ? pinned.slice(0, PINNED_MAX) : offered.slice(0, FIRST)
}

/** How long the series of a space stay fresh, in milliseconds: the server reads all series for them. */
const FRESH = 60_000

/** The series of the space's devices, by the space's names; undefined without the capability or the permission. */
export function useSpaceSeries() {
  const isOffered = useCapability(latestApi.paths.capability)
  const may = usePermission(latestApi.paths.permission)
  return useAnswer(latestApi.paths, { staleTime: FRESH, enabled: isOffered && may })
}

/**
 * The latest values of devices' series, with their last 24 hours. Components with the same arguments share the answer,
 * and those that mount later do not load it again.
 */
export const useLatest = (deviceIds: readonly string[], paths: readonly string[]) =>
  useAnswer(latestApi.latest, {
    query: { device_id: deviceIds, path: paths },
    staleTime: POLL,
    placeholderData: (shown) => shown,
    refetchInterval: POLL,
    enabled: deviceIds.length > 0 && paths.length > 0,
  })
