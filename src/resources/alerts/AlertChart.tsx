import { Suspense, useMemo, useState } from 'react'
import type { Alert } from '#contract/alerts'
import { PIXELS_MAX, POINTS_OF_MAX, seriesApi } from '#contract/series'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { formatRange, serverNow, useClock } from '../../clock'
import { beganAt, timesAround } from '../../components/alerts/episodes'
import { useValueWords } from '../../components/alerts/Sentence'
import { useTranslate } from '../../components/alerts/texts'
import { ChartSkeleton } from '../../components/bars/ChartSkeleton'
import { lazyPart } from '../../components/lazyPart'
import { Loaded, Section } from '../../components/page'
import { colorOfLine, LineNames } from '../../components/series/chart/LineNames'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'

const ValueChart = lazyPart(() => import('../../components/series/chart/ValueChart'))

/** Most lines of the chart. */
const LINES = 8
const WIDTH = 1000
const HEIGHT = 240
const SKELETON = <ChartSkeleton height={HEIGHT} />

/** The first devices of an alert with their values, one line each. */
function linesOf({ devices }: Alert) {
  const lines = new Map<string, { device_id: string; path: string; name: string }>()
  for (const { device_id, device_name: name, path } of devices)
    if (path !== null && lines.size < LINES) lines.set(`${device_id} ${path}`, { device_id, path, name })
  return [...lines.values()]
}

const limitOf = ({ condition }: Alert): number[] =>
  condition.kind === 'above' || condition.kind === 'below' ? [condition.limit] : []

function Chart({ alert, lines }: { alert: Alert; lines: ReturnType<typeof linesOf> }) {
  const translate = useTranslate()
  const clock = useClock()
  const valueOf = useValueWords()
  const { ended_at, devices, condition } = alert
  const since = beganAt(alert)
  const [now] = useState(serverNow)
  const range = useMemo(() => timesAround({ since, ended_at }, now), [since, ended_at, now])
  const [device_id, path] = [
    [...new Set(lines.map((line) => line.device_id))].slice(0, POINTS_OF_MAX),
    [...new Set(lines.map((line) => line.path))].slice(0, POINTS_OF_MAX),
  ]
  const query = useAnswer(seriesApi.points, {
    query: {
      device_id,
      path,
      after: new Date(range.after).toISOString(),
      before: new Date(range.before).toISOString(),
      width: Math.min(WIDTH, Math.floor(PIXELS_MAX / (device_id.length * path.length))),
    },
    staleTime: 60_000,
    placeholderData: (shown) => shown,
  })
  const found = useMemo(
    () =>
      (query.data ?? []).filter((one) =>
        lines.some((line) => line.device_id === one.device_id && line.path === one.path),
      ),
    [query.data, lines],
  )
  const shown = useMemo(
    () => ({
      range,
      limits: limitOf(alert),
      lines: found.map(({ points }, line) => ({ points, color: colorOfLine(line, found.length) })),
      spans: devices.flatMap((one) =>
        found.some((line) => line.device_id === one.device_id && line.path === one.path)
          ? { after: Date.parse(one.since), before: one.ended_at ? Date.parse(one.ended_at) : range.before }
          : [],
      ),
    }),
    [range, alert, found, devices],
  )
  const rulePath = 'path' in condition ? condition.path : ''
  const { label, unit } = valueOf(rulePath)
  return (
    <Section title={translate('alerts.chart.title')}>
      <Loaded query={query} outline={SKELETON}>
        {() => (
          <>
            <Suspense fallback={SKELETON}>
              <ValueChart
                {...{ shown, unit }}
                path={rulePath}
                is_boolean={found.some(({ is_boolean }) => is_boolean)}
                height={HEIGHT}
                label={translate('alerts.chart.label', {
                  value: label,
                  range: formatRange(range.after, range.before, clock),
                })}
              />
            </Suspense>
            <LineNames
              label={translate('alerts.chart.lines')}
              names={found.map(
                (one) =>
                  lines.find((line) => line.device_id === one.device_id && line.path === one.path)?.name ??
                  '',
              )}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** The values around an alert, with its limit; nothing for an alert that is not about values. */
export function AlertChart({ alert }: { alert: Alert }) {
  const lines = useMemo(() => linesOf(alert), [alert])
  const isOffered = useCapability(SERIES_CAPABILITY)
  const may = usePermission(seriesApi.points.permission)
  return isOffered && may && lines.length > 0 ? <Chart alert={alert} lines={lines} /> : null
}
