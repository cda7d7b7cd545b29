import {
  Alert,
  Box,
  styled,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { memo, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { formatTime, useClock } from '../../../clock'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { useHasKeys } from '../../../components/shortcuts/useShortcut'
import { TOUCH, TOUCH_SIZE } from '../../../theme/theme'
import { extentOf, readingsIn, within } from '../chart/view'
import { formatMean, formatReading, type Series, type Span, summaryOf } from '../series'
import { useTranslate } from '../texts'

const Toggle = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: 32,
  [TOUCH]: { minHeight: TOUCH_SIZE },
  padding: theme.spacing(0.25, 1),
  margin: theme.spacing(0, -1),
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '&[aria-pressed="false"]': { color: theme.palette.text.secondary, textDecoration: 'line-through' },
  '& > span': { width: 12, height: 12, borderRadius: 3, flexShrink: 0, border: '2px solid' },
}))

const COLUMNS = ['last', 'min', 'mean', 'max', 'count'] as const

/** The numbers of a line in a span, as text for each column. */
function legendOf(line: Series, span: Span, locale: string) {
  const summary = summaryOf({ ...line, readings: readingsIn(line.readings, span) })
  if (!summary) return null
  const { last, lastTime, min, mean, max, count } = summary
  const format = (value: number) => formatReading(value, line, locale)
  const texts = {
    last: format(last),
    min: format(min),
    mean: formatMean(mean, line, locale),
    max: format(max),
    count: count.toLocaleString(locale),
  }
  return { texts, lastTime }
}

interface LegendProps {
  series: readonly Series[]
  /** Shown time span of the chart. */
  span: Span
  /** Labels of the hidden series. */
  hidden: ReadonlySet<string>
  onToggle: (label: string) => void
}

/**
 * A table of the series with colours and numbers, also for people who cannot see the chart. Each series can be hidden.
 */
function Legend({ series, span, hidden, onToggle }: LegendProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { locale } = clock
  const rows = useMemo(
    () => series.map((line) => ({ line, legend: legendOf(line, span, locale) })),
    [series, span, locale],
  )
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={translate('dashboard.legend.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('dashboard.legend.title')}</TableCell>
            {COLUMNS.map((column) => (
              <TableCell key={column} align="right">
                {translate(`dashboard.legend.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ line: { label, color }, legend }) => {
            return (
              <TableRow key={label}>
                <TableCell component="th" scope="row" sx={{ minWidth: 140, py: 0.25 }}>
                  <Toggle
                    type="button"
                    aria-pressed={!hidden.has(label)}
                    aria-label={translate('dashboard.legend.toggle', { series: label })}
                    onClick={() => onToggle(label)}
                  >
                    <span
                      style={{
                        borderColor: color,
                        backgroundColor: hidden.has(label) ? 'transparent' : color,
                      }}
                    />
                    {label}
                  </Toggle>
                </TableCell>
                {COLUMNS.map((column) => (
                  <TableCell
                    key={column}
                    align="right"
                    title={column === 'last' && legend ? formatTime(legend.lastTime, clock) : undefined}
                  >
                    {legend?.texts[column]}
                  </TableCell>
                ))}
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Box>
  )
}

const Chart = lazyPart(() => import('../chart/Chart'))

interface ResultsProps {
  series: readonly Series[]
  owner: string
}

/** The lazily loaded chart, and its legend. Memoised, so that typing in the editor does not redraw it. */
export const Results = memo(function Results({ series, owner }: ResultsProps) {
  const translate = useTranslate()
  const hasKeys = useHasKeys()
  const [failed, setFailed] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => series.filter(({ label }) => !hidden.has(label)), [series, hidden])
  const extent = useMemo(() => extentOf(series), [series])
  const [zoom, setZoom] = useState<Span | null>(null)
  const seen = useMemo(() => (zoom && extent ? within(zoom, extent) : null), [zoom, extent])
  // During a drag the chart renders before the legend.
  const span = useDeferredValue(seen ?? extent)
  const toggle = (label: string) =>
    setHidden((old) =>
      old.has(label) ? new Set([...old].filter((other) => other !== label)) : new Set([...old, label]),
    )
  if (!extent || !span) return null
  return (
    <>
      {shown.length === 0 && <Alert severity="info">{translate('dashboard.hidden')}</Alert>}
      {shown.length > 0 && !failed && (
        <PartFrame onClose={() => setFailed(true)}>
          <Suspense fallback={<ChartSkeleton height={420} />}>
            <Chart series={shown} extent={extent} zoom={seen} onZoom={setZoom} owner={owner} />
          </Suspense>
          <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 1 }}>
            {translate('dashboard.chart.hint')}{' '}
            {hasKeys && <span>{translate('dashboard.chart.keysHint')}</span>}
          </Typography>
        </PartFrame>
      )}
      <Legend series={series} span={span} hidden={hidden} onToggle={toggle} />
    </>
  )
})
