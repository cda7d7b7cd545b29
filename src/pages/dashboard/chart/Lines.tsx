import { useTheme } from '@mui/material'
import { Line, LineCanvas, type LineCustomCanvasLayerProps, type LineCustomSvgLayerProps } from '@nivo/line'
import { useLocale } from 'react-admin'
import { formatTick, formatTimeTick } from './format'
import type { DrawnLine } from './lines'
import { chartTheme, DOT_RADIUS, LINE_WIDTH, MARGIN, SVG_MAX } from './look'
import type { Span } from './view'

interface LinesProps {
  lines: readonly DrawnLine[]
  span: Span
  values: readonly [number, number]
  /** In px. */
  width: number
  height: number
}

const colorOf = ({ color }: DrawnLine) => color

function Dots({ series }: LineCustomSvgLayerProps<DrawnLine>) {
  return series.map(({ id, color, data }) => (
    <g key={id} fill={color}>
      {data.flatMap(({ data: { x, dot }, position }) =>
        dot ? [<circle key={x.getTime()} cx={position.x} cy={position.y} r={DOT_RADIUS} />] : [],
      )}
    </g>
  ))
}

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

/** Sharp on every screen, and in the exported picture. */
const PIXEL_RATIO = Math.max(2, window.devicePixelRatio)

/** Room that a time below the axis needs, and a number beside it, in px. */
const TICK = { width: 70, height: 48 }

/** The lines with their axes: SVG for few readings, a canvas for many. What is done with them is not nivo's matter. */
export default function Lines({ lines, span, values, width, height }: LinesProps) {
  const theme = useTheme()
  const locale = useLocale() ?? 'en'
  const ticksX = Math.max(2, Math.floor((width - MARGIN.left - MARGIN.right) / TICK.width))
  const ticksY = Math.max(2, Math.floor((height - MARGIN.top - MARGIN.bottom) / TICK.height))
  const shared = {
    data: lines,
    width,
    height,
    margin: MARGIN,
    xScale: {
      type: 'time',
      format: 'native',
      precision: 'millisecond',
      useUTC: false,
      min: new Date(span[0]),
      max: new Date(span[1]),
    },
    // Not rounded: the surface above puts its dots by the same bounds.
    yScale: { type: 'linear', min: values[0], max: values[1], nice: false },
    axisBottom: {
      tickValues: ticksX,
      tickSize: 4,
      tickPadding: 6,
      format: (time: Date) => formatTimeTick(time, locale),
    },
    axisLeft: {
      tickValues: ticksY,
      tickSize: 0,
      tickPadding: 8,
      format: (value: number) => formatTick(value, locale),
    },
    gridYValues: ticksY,
    enableGridX: false,
    enablePoints: false,
    isInteractive: false,
    colors: colorOf,
    lineWidth: LINE_WIDTH,
    theme: chartTheme(theme),
  } as const
  const isLarge = lines.some(({ data }) => data.length > SVG_MAX)
  return isLarge ? (
    <LineCanvas<DrawnLine>
      {...shared}
      pixelRatio={PIXEL_RATIO}
      layers={['grid', 'axes', 'lines', paintDots]}
    />
  ) : (
    <Line<DrawnLine> {...shared} animate={false} layers={['grid', 'axes', 'lines', Dots]} />
  )
}
