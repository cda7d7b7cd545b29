import { type Theme, useTheme } from '@mui/material'
import { LineCanvas, type LineCustomCanvasLayerProps } from '@nivo/line'
import { useClock } from '../../../clock'
import type { Series, Span } from '../series'
import { formatTick, ticksOf } from './ticks'
import { cutTo, thinned } from './view'

/** Space for the axes, in px. */
export const MARGIN = { top: 12, right: 16, bottom: 32, left: 60 } as const

export const DOT_RADIUS = 2.5

/** Colours of axes and grid, in nivo's format. */
const chartTheme = ({ palette, typography }: Theme) => ({
  text: { fill: palette.text.secondary, fontSize: 12, fontFamily: typography.fontFamily },
  axis: {
    domain: { line: { stroke: palette.divider, strokeWidth: 1 } },
    ticks: { line: { stroke: palette.divider, strokeWidth: 1 } },
  },
  grid: { line: { stroke: palette.divider, strokeWidth: 1 } },
})

interface Drawn {
  x: Date
  y: number | null
  /** Draws a dot at this value. */
  dot: boolean
}

/** A line in nivo's format. */
interface DrawnLine {
  id: string
  color: string
  data: readonly Drawn[]
}

/** A line with at most this many readings in view draws each as a dot. */
const DOTS_MAX = 60

/** The lines of a time span, in nivo's format. A reading without neighbours is always a dot. */
export function drawnLines(series: readonly Series[], span: Span, width: number): DrawnLine[] {
  const parts = Math.max(50, Math.round(width))
  return series.map(({ label, color, readings }) => {
    const cut = cutTo(readings, span)
    const line = thinned(cut, span, parts)
    const isSparse = cut.length <= DOTS_MAX
    const data = line.map(({ time, value }, index): Drawn => {
      const isAlone = (line[index - 1]?.value ?? null) === null && (line[index + 1]?.value ?? null) === null
      // At an edge the line passes through; there is no reading.
      const isEdge =
        (time === span[0] || time === span[1]) && !readings.some((reading) => reading.time === time)
      return { x: new Date(time), y: value, dot: value !== null && (isSparse || isAlone) && !isEdge }
    })
    return { id: label, color, data }
  })
}

/** Formats a number beside an axis. */
const formatNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 5,
    ...(Math.abs(value) >= 1e5 && { notation: Math.abs(value) >= 1e15 ? 'scientific' : 'compact' }),
  }).format(value)

function paintDots(context: CanvasRenderingContext2D, { series }: LineCustomCanvasLayerProps<DrawnLine>) {
  for (const { color, data } of series) {
    context.fillStyle = color
    for (const { data: reading, position } of data) {
      if (!reading.dot) continue
      context.beginPath()
      context.arc(position.x, position.y, DOT_RADIUS, 0, 2 * Math.PI)
      context.fill()
    }
  }
}

/** Space for a time below the axis and a number beside it, in px. */
const TICK = { width: 70, height: 48 }

interface LinesProps {
  lines: readonly DrawnLine[]
  span: Span
  values: readonly [number, number]
  /** In px. */
  width: number
  height: number
}

/** The lines with their axes. `Surface` handles all interaction, not nivo. */
export function Lines({ lines, span, values, width, height }: LinesProps) {
  const theme = useTheme()
  const clock = useClock()
  const ticksX = Math.max(2, Math.floor((width - MARGIN.left - MARGIN.right) / TICK.width))
  const ticksY = Math.max(2, Math.floor((height - MARGIN.top - MARGIN.bottom) / TICK.height))
  return (
    <LineCanvas<DrawnLine>
      data={lines}
      {...{ width, height }}
      margin={MARGIN}
      xScale={{
        type: 'time',
        format: 'native',
        precision: 'millisecond',
        useUTC: false,
        min: new Date(span[0]),
        max: new Date(span[1]),
      }}
      // Not rounded: the surface above places its dots by the same bounds.
      yScale={{ type: 'linear', min: values[0], max: values[1], nice: false }}
      axisBottom={{
        tickValues: ticksOf(span, ticksX, clock.zone).map((time) => new Date(time)),
        tickSize: 4,
        tickPadding: 6,
        format: (time: Date) => formatTick(time.getTime(), span, clock),
      }}
      axisLeft={{
        tickValues: ticksY,
        tickSize: 0,
        tickPadding: 8,
        format: (value: number) => formatNumber(value, clock.locale),
      }}
      gridYValues={ticksY}
      enableGridX={false}
      isInteractive={false}
      colors={({ color }) => color}
      lineWidth={1.75}
      theme={chartTheme(theme)}
      // Sharp on every screen, and in the exported picture.
      pixelRatio={Math.max(2, window.devicePixelRatio)}
      layers={['grid', 'axes', 'lines', paintDots]}
    />
  )
}
