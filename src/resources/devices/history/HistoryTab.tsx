import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import ZoomIn from '@mui/icons-material/ZoomIn'
import ZoomOut from '@mui/icons-material/ZoomOut'
import {
  Box,
  IconButton,
  LinearProgress,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { type Series, seriesApi } from '#contract/series'
import { formatDateTime, useClock, zoneText } from '../../../clock'
import { lazyPart } from '../../../components/lazyPart'
import { Loaded, Section } from '../../../components/page'
import { useSpaceport } from '../../../dataProvider/queries'
import { HistoryTable } from './HistoryTable'
import { type DrawnSeries, LINES_MAX, linesOf } from './lines'
import { isSpan, SPANS, type TimeRange, useTimeRange } from './range'
import { SeriesPicker } from './SeriesPicker'
import { useTranslate } from './texts'

const HistoryChart = lazyPart(() => import('./HistoryChart'))

/** How often to look for new values, in milliseconds; a hidden page does not look. */
const POLL = 15_000
/** Values that are shown before anybody chooses. */
const FIRST = 2
/** Pixels that a chart is asked for. */
const WIDTH = 1000

/** The chosen series, which are in the address. */
function useChosen(series: readonly DrawnSeries[]) {
  const [search, setSearch] = useSearchParams()
  const chosen = useMemo(() => {
    const asked = search.getAll('series')
    if (asked.length === 0) return series.slice(0, FIRST)
    return asked.flatMap((path) => series.find((one) => one.path === path) ?? []).slice(0, LINES_MAX)
  }, [search, series])
  const choose = (paths: readonly string[]) =>
    setSearch(
      (now) => {
        now.delete('series')
        for (const path of paths.length > 0 ? paths : ['']) now.append('series', path)
        return now
      },
      { replace: true },
    )
  return [chosen, choose] as const
}

/** The range of time, and the ways to another. */
function RangeBar({ span, range, setSpan, pan, zoomBy }: ReturnType<typeof useTimeRange>) {
  const translate = useTranslate()
  const clock = useClock()
  const times = { after: formatDateTime(range.after, clock), before: formatDateTime(range.before, clock) }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={span}
        onChange={(_event, next: string | null) => isSpan(next) && setSpan(next)}
        aria-label={translate('devices.history.range')}
        sx={{ overflowX: 'auto', maxWidth: '100%' }}
      >
        {Object.keys(SPANS)
          .filter(isSpan)
          .map((one) => (
            <ToggleButton
              key={one}
              value={one}
              sx={{ px: 1.5, textTransform: 'none', whiteSpace: 'nowrap', flexShrink: 0 }}
            >
              {translate(`devices.history.ranges.${one}`)}
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
      <IconButton onClick={() => pan(-1)} aria-label={translate('devices.history.earlier')}>
        <ChevronLeft />
      </IconButton>
      <IconButton
        onClick={() => pan(1)}
        disabled={span !== null}
        aria-label={translate('devices.history.later')}
      >
        <ChevronRight />
      </IconButton>
      <IconButton onClick={() => zoomBy(0.5)} aria-label={translate('devices.history.zoomIn')}>
        <ZoomIn />
      </IconButton>
      <IconButton onClick={() => zoomBy(2)} aria-label={translate('devices.history.zoomOut')}>
        <ZoomOut />
      </IconButton>
      {span === null && (
        <Typography variant="body2" color="text.secondary">
          {translate('devices.history.zoomed', times)}
        </Typography>
      )}
    </Box>
  )
}

interface ChartProps {
  device: Device
  chosen: readonly DrawnSeries[]
  range: TimeRange
  onZoom: (range: TimeRange) => void
}

/** The chosen values over time, and the same as a table. */
function Chart({ device, chosen, range, onZoom }: ChartProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  const paths = chosen.map(({ path }) => path)
  const { after, before } = range
  const query = useQuery({
    queryKey: ['series-points', device.id, paths, after, before],
    queryFn: ({ signal }) =>
      ask(seriesApi.points, {
        query: {
          device_id: [device.id],
          path: paths,
          after: new Date(after).toISOString(),
          before: new Date(before).toISOString(),
          width: WIDTH,
        },
        signal,
      }),
    enabled: paths.length > 0,
    placeholderData: (shown) => shown,
  })
  const lines = useMemo(() => linesOf(chosen, query.data ?? []), [chosen, query.data])
  if (paths.length === 0) return <Typography>{translate('devices.history.none')}</Typography>
  const times = { after: formatDateTime(after, clock), before: formatDateTime(before, clock) }
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <Box sx={{ height: 4 }}>{query.isFetching && query.isPlaceholderData && <LinearProgress />}</Box>
          <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
            <HistoryChart
              lines={lines}
              range={range}
              label={translate('devices.history.chart', { name: device.name, ...times })}
              onZoom={onZoom}
            />
          </Suspense>
          {lines.every(({ points }) => points.length === 0) && (
            <Typography sx={{ mt: 1 }}>{translate('devices.history.noPoints')}</Typography>
          )}
          <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 1 }}>
            {zoneText(clock.zone, before)}
            {found.some(({ is_thinned }) => is_thinned) && ` · ${translate('devices.history.thinned')}`}
          </Typography>
          <HistoryTable lines={lines} />
        </>
      )}
    </Loaded>
  )
}

/** The list is read again and again. What is drawn stays the same object while it is equal, so that the chart does too. */
const withDrawn = (series: Series[]) => ({
  series,
  drawn: series.map(({ path, label, unit, is_boolean }): DrawnSeries => ({ path, label, unit, is_boolean })),
})

interface HistoryProps extends ReturnType<typeof withDrawn> {
  device: Device
}

function History({ device, series, drawn }: HistoryProps) {
  const translate = useTranslate()
  const time = useTimeRange()
  const [chosen, choose] = useChosen(drawn)
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
        <RangeBar {...time} />
        <Chart device={device} chosen={chosen} range={time.range} onZoom={time.zoom} />
      </Box>
      <SeriesPicker series={series} chosen={chosen.map(({ path }) => path)} onChange={choose} />
    </Box>
  )
}

/** How the values of a device went over time. Rules, "Series". */
export default function HistoryTab({ device }: { device: Device }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const query = useQuery({
    queryKey: ['series', device.id],
    queryFn: ({ signal }) => ask(seriesApi.list, { params: { deviceId: device.id }, signal }),
    select: withDrawn,
    refetchInterval: POLL,
  })
  return (
    <Section title={translate('devices.history.title')}>
      <Loaded query={query}>{(listed) => <History device={device} {...listed} />}</Loaded>
    </Section>
  )
}
