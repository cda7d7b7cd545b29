import 'uplot/dist/uPlot.min.css'
import { alpha, Box, useTheme } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useLocale } from 'react-admin'
import uPlot from 'uplot'
import { type Clock, formatClock, formatDateTime, formatDay, formatMonth, useClock } from '../../../clock'
import { formatNumber } from '../../../numbers'
import { type Line, styleOf, withGaps } from './lines'
import type { TimeRange } from './range'
import { useTranslate } from './texts'

const HEIGHT = 320
const DAY = 86_400_000

/** The times below the chart. */
function tickText(time: number, range: number, clock: Clock): string {
  if (range <= 2 * DAY) return formatClock(time, clock)
  return range <= 200 * DAY ? formatDay(time, clock) : formatMonth(time, clock)
}

const scaleOf = ({ unit, isBoolean }: Line) => (isBoolean ? 'boolean' : (unit ?? 'number'))

/** Two axes at most: the first scale is at the left, the second at the right. Others have none. */
function axesOf(lines: readonly Line[], color: string, grid: string, locale: string): uPlot.Axis[] {
  const scales = [...new Set(lines.map(scaleOf))].slice(0, 2)
  return scales.map((scale, place) => {
    const unit = lines.find((line) => scaleOf(line) === scale)?.unit
    return {
      scale,
      side: place === 0 ? 3 : 1,
      stroke: color,
      font: '12px Inter, sans-serif',
      size: 64,
      grid: { show: place === 0, stroke: grid, width: 1 },
      ticks: { show: false },
      values: (_, values) => values.map((value) => formatNumber(value, locale, styleOf(unit ?? null))),
    } satisfies uPlot.Axis
  })
}

/** The value at a place, or the one before it: lines have their values at different times. */
function valueNear(column: uPlot.AlignedData[number], place: number): number | null {
  for (let at = place; at >= 0; at--) {
    const value = column[at]
    if (value !== undefined) return value
  }
  return null
}

interface HistoryChartProps {
  lines: readonly Line[]
  range: TimeRange
  /** What a screen reader says of it. */
  label: string
  onZoom: (range: TimeRange) => void
}

/** What the cursor is at. */
interface Reading {
  time: number
  values: (number | null | undefined)[]
}

/** Values over time, as lines. Dragging over a part zooms into it. */
export default function HistoryChart({ lines, range, label, onZoom }: HistoryChartProps) {
  const theme = useTheme()
  const locale = useLocale() ?? 'en'
  const clock = useClock()
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  const { after, before } = range

  useEffect(() => {
    if (!host) return undefined
    const color = theme.palette.text.secondary
    const grid = theme.palette.divider
    const data = uPlot.join(lines.map(({ points }) => withGaps(points)))
    const plot = new uPlot(
      {
        width: host.clientWidth,
        height: HEIGHT,
        ms: 1,
        tzDate: (time) => uPlot.tzDate(new Date(time), clock.zone),
        legend: { show: false },
        cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
        scales: {
          x: { range: () => [after, before] },
          boolean: { range: () => [-0.1, 1.1] },
        },
        axes: [
          {
            stroke: color,
            font: '12px Inter, sans-serif',
            space: 72,
            grid: { stroke: grid, width: 1 },
            ticks: { show: false },
            values: (_, times) => times.map((time) => tickText(time, before - after, clock)),
          },
          ...axesOf(lines, color, grid, locale),
        ],
        series: [
          {},
          ...lines.map(
            (line): uPlot.Series => ({
              scale: scaleOf(line),
              stroke: line.color,
              width: 1.5,
              spanGaps: false,
              points: { show: line.points.length < 60, size: 5 },
            }),
          ),
        ],
        hooks: {
          setSelect: [
            (shown) => {
              const { left, width } = shown.select
              const timeAt = (place: number) => shown.posToVal(place, 'x')
              if (width > 2) zoom.current({ after: timeAt(left), before: timeAt(left + width) })
            },
          ],
          setCursor: [
            ({ cursor: { idx }, data: [times, ...columns] }) => {
              const time = idx === null || idx === undefined ? undefined : times[idx]
              setReading(
                time === undefined
                  ? null
                  : { time, values: columns.map((column) => valueNear(column, idx ?? 0)) },
              )
            },
          ],
        },
      },
      data,
      host,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT }))
    observer.observe(host)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [host, lines, after, before, clock, locale, theme])

  return (
    <>
      <Box
        ref={setHost}
        role="img"
        aria-label={label}
        sx={{ height: HEIGHT, '.u-select': { bgcolor: alpha(theme.palette.primary.main, 0.2) } }}
      />
      <Legend lines={lines} reading={reading} />
    </>
  )
}

/** What the lines are; where the cursor is, their values. */
function Legend({ lines, reading }: { lines: readonly Line[]; reading: Reading | null }) {
  const clock = useClock()
  const locale = useLocale() ?? 'en'
  const translate = useTranslate()
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 0.5,
        m: 0,
        mt: 1,
        p: 0,
        listStyle: 'none',
        typography: 'body2',
      }}
    >
      {lines.map(({ path, label, unit, color, isBoolean, points }, place) => {
        const value = reading ? reading.values[place] : points.at(-1)?.[1]
        const text =
          value === null || value === undefined
            ? '–'
            : isBoolean
              ? translate(value === 0 ? 'devices.history.no' : 'devices.history.yes')
              : formatNumber(value, locale, styleOf(unit ?? null))
        return (
          <Box component="li" key={path} title={path} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box component="span" sx={{ width: 12, height: 3, borderRadius: 1, bgcolor: color }} />
            {label}
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
              {text}
            </Box>
          </Box>
        )
      })}
      {/* Its place is kept, so that nothing moves while the cursor does. */}
      <Box
        component="li"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minHeight: '1.43em' }}
      >
        {reading && formatDateTime(reading.time, clock)}
      </Box>
    </Box>
  )
}
