import { Box, LinearProgress, Link, Typography } from '@mui/material'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { POINTS_OF_MAX, type Series } from '#contract/series'
import { formatDateTime, useClock, zoneText } from '../../../clock'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { lazyPart } from '../../../components/lazyPart'
import { Loaded, LoadFailed, Section, useCurrentAddress } from '../../../components/page'
import { AlertMeButton } from '../../../components/series/AlertMe'
import type { AlertedValue } from '../../../components/series/alertedValue'
import { useSeries } from '../../../components/series/useSeries'
import { OtherHistory } from '../move/OtherHistory'
import { CompareBar } from './CompareBar'
import { type DrawnSeries, LINES_MAX, type Line, linesOf } from './chart/lines'
import { useMarks } from './chart/marks'
import { DEVICES_MAX, useComparison, useOwners } from './compare'
import { ExportMenu } from './export/ExportMenu'
import { HistoryTable } from './HistoryTable'
import { useLimits } from './Limits'
import { usePoints } from './points'
import { RangeBar } from './RangeBar'
import { type Time, useTimeRange } from './range'
import { SeriesPicker } from './SeriesPicker'
import { ShareButton } from './ShareButton'
import { useTranslate } from './texts'
import { useOpenMessage } from './useOpenMessage'

const HistoryChart = lazyPart(() => import('./chart/HistoryChart'))

/** Placeholder of the chart. */
const SKELETON = <ChartSkeleton height={320} />

/** Number of values that are shown by default. */
const FIRST = 2

/** The chosen series, which the address holds, and a function that changes the choice. */
function useChosen(series: readonly DrawnSeries[], offered: number) {
  const [search] = useSearchParams()
  const { replace } = useCurrentAddress()
  const chosenOf = useCallback(
    (parameters: URLSearchParams) => {
      const asked = parameters.getAll('series')
      if (asked.length === 0) return series.slice(0, Math.min(FIRST, offered))
      return asked.flatMap((path) => series.find((one) => one.path === path) ?? []).slice(0, POINTS_OF_MAX)
    },
    [series, offered],
  )
  const chosen = useMemo(() => chosenOf(search), [search, chosenOf])
  const choose = (path: string, isChosen: boolean) =>
    replace((parameters) => {
      const others = chosenOf(parameters).flatMap((one) => (one.path === path ? [] : one.path))
      const paths = isChosen ? [...others, path].slice(0, LINES_MAX) : others
      parameters.delete('series')
      for (const each of paths.length > 0 ? paths : ['']) parameters.append('series', each)
    })
  return [chosen, choose] as const
}

/** The values of the lines, for alert rules. */
const alertedOf = (device: Device, lines: readonly Line[]): AlertedValue[] =>
  lines
    .filter(({ shift }) => shift === 0)
    .map(({ path, label, is_boolean: isBoolean, deviceId, name }) => ({
      path,
      label,
      isBoolean,
      device: { id: deviceId, name: name ?? device.name },
    }))

interface ChartProps {
  device: Device
  chosen: readonly DrawnSeries[]
  time: Time
  others: ReturnType<typeof useOwners>
}

/** Chart and table of the chosen values. */
function Chart({ device, chosen, time, others: { owners, hasMore, error, refetch } }: ChartProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { moves, name: range, timesOf } = time
  const marks = useMarks({ deviceId: device.id, range, moves, timesOf })
  const limits = useLimits(device, chosen)
  const openMessage = useOpenMessage()
  const frame = useRef<HTMLDivElement>(null)
  const query = usePoints({ chosen, owners, range, moves, timesOf })
  const all = useMemo(() => linesOf(chosen, owners, query.data?.found ?? []), [chosen, owners, query.data])
  const lines = useMemo(() => all.slice(0, LINES_MAX), [all])
  if (chosen.length === 0) return <Typography>{translate('devices.history.none')}</Typography>
  // While another range loads, the old data keeps its own range.
  const { after, before } = (!query.isPlaceholderData && query.data?.times) || time.range
  const times = { after: formatDateTime(after, clock), before: formatDateTime(before, clock) }
  const notes = [
    zoneText(clock.zone, before),
    lines.some(({ band }) => band !== null) && translate('devices.history.thinned'),
    lines.some(({ summary, is_boolean }) => summary && !is_boolean) && translate('devices.history.meanOf'),
    all.length > LINES_MAX &&
      translate('devices.history.tooManyLines', { max: LINES_MAX, count: all.length }),
    hasMore && translate('devices.history.with.more', { max: DEVICES_MAX }),
  ]
  return (
    <Loaded query={query} outline={<Box sx={{ pt: 0.5 }}>{SKELETON}</Box>}>
      {() => (
        <>
          <Box sx={{ height: 4 }}>{query.isFetching && query.isPlaceholderData && <LinearProgress />}</Box>
          {query.error && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
          {error && <LoadFailed error={error} onRetry={refetch} />}
          <Suspense fallback={SKELETON}>
            <HistoryChart
              lines={lines}
              range={{ after, before }}
              marks={marks}
              limits={limits}
              label={translate('devices.history.chart', { name: device.name, ...times })}
              time={time}
              onOpen={openMessage}
              frameRef={frame}
            />
          </Suspense>
          {lines.every(({ points }) => points.length === 0) && (
            <Typography sx={{ mt: 1 }}>
              <span>{translate('devices.history.noPoints')}</span>{' '}
              {time.toLast && (
                <Link component="button" onClick={time.toLast}>
                  {translate('devices.history.toLast')}
                </Link>
              )}
            </Typography>
          )}
          <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 1 }}>
            {notes.filter(Boolean).join(' · ')}
          </Typography>
          <AlertMeButton values={alertedOf(device, lines)} />
          <ExportMenu {...{ device, chosen, all, lines, hasMore, frame }} range={{ after, before }} />
          {!device.moved_at && <ShareButton {...{ device, chosen, time }} />}
          <HistoryTable lines={lines} marks={marks} range={{ after, before }} />
        </>
      )}
    </Loaded>
  )
}

/** The list is polled. The drawn part stays the same object while it is equal, and so does the chart. */
const withDrawn = (series: Series[]) => ({
  series,
  drawn: series.map(
    ({ path, label, unit, decimals, is_boolean }): DrawnSeries => ({
      path,
      label,
      unit,
      decimals,
      is_boolean,
    }),
  ),
})

/** Time of the last chosen value, in milliseconds since 1970; null if there is none. */
function lastOf(series: readonly Series[], chosen: readonly DrawnSeries[]): number | null {
  const paths = new Set(chosen.map(({ path }) => path))
  const times = series.flatMap(({ path, last_at }) => (paths.has(path) ? Date.parse(last_at) : []))
  return times.length === 0 ? null : Math.max(...times)
}

interface HistoryProps extends ReturnType<typeof withDrawn> {
  device: Device
}

function History({ device, series, drawn }: HistoryProps) {
  const translate = useTranslate()
  const [chosen, choose] = useChosen(drawn, series.filter(({ is_hidden }) => !is_hidden).length)
  const time = useTimeRange(lastOf(series, chosen))
  const [comparison, compare] = useComparison()
  const others = useOwners(device, comparison, time.range.after)
  if (series.length === 0) return <Typography>{translate('devices.history.empty')}</Typography>
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 260px' },
        gap: 3,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <RangeBar time={time} />
        <CompareBar {...{ device, comparison }} others={others.owners.slice(1)} onChange={compare} />
        <Chart {...{ device, chosen, time, others }} />
      </Box>
      <SeriesPicker
        series={series}
        device={device}
        chosen={chosen.map(({ path }) => path)}
        onChoose={choose}
      />
    </Box>
  )
}

/** History of a device's values. Rules, "Series". */
export default function HistoryTab({ device }: { device: Device }) {
  const translate = useTranslate()
  const query = useSeries(device.id, withDrawn)
  return (
    <Section title={translate('devices.history.title')}>
      <OtherHistory device={device} />
      <Loaded query={query} outline={SKELETON}>
        {(listed) => <History device={device} {...listed} />}
      </Loaded>
    </Section>
  )
}
