import { alpha, type Theme } from '@mui/material'
import uPlot from 'uplot'
import type { SeriesPoints } from '#contract/series'
import type { Clock } from '../../../clock'
import { watchWidth } from '../../useWidth'
import type { Written } from '../useValueText'
import { AXIS_FONT, drawLimits, numberAxis, switchAxis, switchScale, tickText } from './axis'

/** From this number of values on, a line has no dots. */
const DOTS_BELOW = 60
/** Share of a scale that stays free above and below its values. */
const MARGIN = 0.1

/** Times in milliseconds since 1970. */
interface Span {
  after: number
  before: number
}

/** The values of one line, and its colour; the theme's by default. */
interface ValueLine {
  points: SeriesPoints['points']
  color?: string | undefined
}

/** What a chart of values shows. */
export interface Shown {
  lines: readonly ValueLine[]
  range: Span
  /** A marked time. */
  at?: number | undefined
  /** Marked parts of the time. */
  spans?: readonly Span[] | undefined
  /** Values with a line across the chart. */
  limits?: readonly number[] | undefined
  /** Other values that the scale must reach. */
  reach?: readonly number[] | undefined
}

/** Where the values of a chart are, in pixels from its left and its top. */
export interface ValueScale {
  left: number
  top: number
  width: number
  height: number
  least: number
  greatest: number
}

/** The range of a scale around values, with a margin. */
function scaleAround(values: readonly number[]): uPlot.Range.MinMax {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(least + greatest)) return [0, 1]
  const margin = MARGIN * (greatest - least || Math.abs(greatest) || 1)
  return [least - margin, greatest + margin]
}

interface PlotOptions {
  height: number
  theme: Theme
  clock: Clock
  /** What is measured. */
  of: Pick<Written, 'path' | 'unit' | 'is_boolean'>
  textOf: (value: number, of: Written) => string
  /** Colours of the lines. */
  colors: readonly string[]
  onScale: (scale: ValueScale) => void
}

function drawTimes(plot: uPlot, { at, spans = [] }: Shown, color: string) {
  const { ctx, bbox } = plot
  const left = (time: number) =>
    Math.min(Math.max(plot.valToPos(time, 'x', true), bbox.left), bbox.left + bbox.width)
  ctx.save()
  ctx.fillStyle = alpha(color, 0.25)
  for (const { after, before } of spans)
    ctx.fillRect(left(after), bbox.top, Math.max(left(before) - left(after), 2), bbox.height)
  if (at !== undefined) {
    ctx.strokeStyle = color
    ctx.setLineDash([4, 4])
    ctx.beginPath()
    ctx.moveTo(Math.round(left(at)), bbox.top)
    ctx.lineTo(Math.round(left(at)), bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Lines of one value over time. `show` changes what they show, without recreating the plot. */
export function createValuePlot(host: HTMLElement, options: PlotOptions) {
  const { height, theme, clock, of, textOf, colors, onScale } = options
  let shown: Shown = { lines: [], range: { after: 0, before: 1 } }
  const look = { stroke: theme.palette.text.secondary, font: AXIS_FONT, ticks: { show: false } }
  const grid = { stroke: theme.palette.divider, width: 1 }
  const text = (value: number) => textOf(value, { ...of, decimals: null })
  const range = (_plot: uPlot, least: number | null, greatest: number | null) =>
    scaleAround(
      [least, greatest, ...(shown.limits ?? []), ...(shown.reach ?? [])].filter((one) => one !== null),
    )
  const color = theme.palette.warning.main
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height,
      ms: 1,
      tzDate: (time) => uPlot.tzDate(new Date(time), clock.zone),
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { range: () => [shown.range.after, shown.range.before] },
        y: of.is_boolean ? switchScale : { range },
      },
      axes: [
        {
          ...look,
          grid,
          space: 72,
          size: 30,
          values: (_, times) =>
            times.map((time) => tickText(time, shown.range.before - shown.range.after, clock)),
        },
        { ...look, grid, ...(of.is_boolean ? switchAxis(text) : numberAxis(text)) },
      ],
      series: [
        {},
        ...colors.map(
          (stroke, line): uPlot.Series => ({
            stroke,
            width: 1.5,
            points: { show: () => (shown.lines[line]?.points.length ?? 0) < DOTS_BELOW, size: 5 },
          }),
        ),
      ],
      hooks: {
        drawClear: [(drawn) => drawTimes(drawn, shown, color)],
        draw: [
          (drawn) => {
            drawLimits(
              drawn,
              (shown.limits ?? []).map((value) => ({ value, scale: 'y' })),
              color,
            )
            const { left, top, width, height: tall } = drawn.bbox
            const { min = 0, max = 1 } = drawn.scales.y ?? {}
            onScale({
              left: left / devicePixelRatio,
              top: top / devicePixelRatio,
              width: width / devicePixelRatio,
              height: tall / devicePixelRatio,
              least: min ?? 0,
              greatest: max ?? 1,
            })
          },
        ],
      },
    },
    [[], ...colors.map(() => [])],
    host,
  )
  const endWidth = watchWidth(host, (width) => plot.setSize({ width, height }))
  let isDestroyed = false
  return {
    show: (next: Shown) => {
      if (isDestroyed) return
      shown = next
      plot.setData(
        uPlot.join(
          next.lines.map(({ points }) => [points.map(([time]) => time), points.map(([, value]) => value)]),
        ),
      )
    },
    destroy: () => {
      isDestroyed = true
      endWidth()
      plot.destroy()
    },
  }
}
