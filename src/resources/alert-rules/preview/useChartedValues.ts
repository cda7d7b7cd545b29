import { useState } from 'react'
import { TRIAL_DAYS } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { devicesApi, SERIES_SORT } from '#contract/devices'
import { patternOf, seriesApi } from '#contract/series'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { serverNow } from '../../../clock'
import type { ScopeValues } from '../../../components/alerts/scope/scope'
import { useSpaceSeries } from '../../../components/series/useSeries'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useAnswer } from '../../../dataProvider/answers'

/** Most devices and lines of the chart. */
const DEVICES = 5
const LINES = 8
const WIDTH = 800

/** The devices of a scope that are drawn: the first chosen ones, else those with the furthest last values. */
function useDrawnDevices(
  scope: ScopeValues,
  path: string | undefined,
  order: 'asc' | 'desc',
  enabled: boolean,
) {
  const { kind, device_ids, tag_ids } = scope
  const isChosen = kind === 'devices'
  const found = useAnswer(devicesApi.list, {
    query: {
      sort_by: SERIES_SORT,
      series_path: path ?? '',
      order_by: order,
      limit: DEVICES,
      ...(kind === 'tags' && { tag_ids }),
    },
    enabled: enabled && !isChosen && path !== undefined && (kind !== 'tags' || tag_ids.length > 0),
    staleTime: 60_000,
    placeholderData: (shown) => shown,
  })
  return isChosen ? device_ids.slice(0, DEVICES) : (found.data ?? []).map(({ id }) => id)
}

interface Charted {
  /** The value's path, or the pattern of all items of a list. */
  path: string | null
  scope: ScopeValues
  /** Whether the lowest values matter, and not the highest. */
  isLow: boolean
}

/** The values of the last 30 days that the chart of a rule shows: of at most five devices, in at most eight lines. */
export function useChartedValues({ path, scope, isLow }: Charted) {
  const isOffered = useCapability(SERIES_CAPABILITY)
  const mayRead = usePermission(seriesApi.points.permission)
  const mayList = usePermission(devicesApi.list.permission)
  const isCharted = path !== null && isOffered && mayRead && mayList
  const { data: measured } = useSpaceSeries()
  const [range] = useState(() => ({ after: serverNow() - TRIAL_DAYS * DAY, before: serverNow() }))
  const own = (measured ?? []).flatMap((one) =>
    path !== null && (one.path === path || patternOf(one.path) === path) ? one.path : [],
  )
  // The list of a space's values may be cut, and it refreshes seldom.
  const paths = path === null || own.length > 0 || path.includes('[]') ? own : [path]
  const ids = useDrawnDevices(scope, paths[0], isLow ? 'asc' : 'desc', isCharted)
  const drawn = paths.slice(0, Math.max(1, Math.floor(LINES / Math.max(ids.length, 1))))
  const query = useAnswer(seriesApi.points, {
    query: {
      device_id: ids,
      path: drawn,
      after: new Date(range.after).toISOString(),
      before: new Date(range.before).toISOString(),
      width: WIDTH,
    },
    enabled: isCharted && ids.length > 0 && drawn.length > 0,
    staleTime: 60_000,
    placeholderData: (shown) => shown,
  })
  return { isCharted, range, query }
}
