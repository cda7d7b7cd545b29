import { alpha, type Theme } from '@mui/material'
import uPlot from 'uplot'
import type { Clock } from '../../../../clock'
import {
  AXIS_FONT,
  drawLimits,
  numberAxis,
  switchAxis,
  switchScale,
  tickText,
} from '../../../../components/series/chart/axis'
import type { Written } from '../../../../components/series/useValueText'
import { watchWidth } from '../../../../components/useWidth'
import type { TimeRange } from '../range'
import { addGestures } from './gestures'
import { type Line, withGaps } from './lines'

export const HEIGHT = 320
/** A line with this many values or more has no dots. */
const DOTS_BELOW = 60

/** Properties whose change recreates the plot. */
export type Look = Pick<Line, 'path' | 'unit' | 'is_boolean' | 'color'> & {
  isEarlier: boolean
  isMain: boolean
  hasBand: boolean
  hasDots: boolean
}

export const looksOf = (lines: readonly Line[]): Look[] =>
  lines.map(({ path, unit, is_boolean, color, shift, band, deviceId, points }) => ({
    path,
    unit,
    is_boolean,
    color,
    isEarlier: shift > 0,
    isMain: shift === 0 && deviceId === lines[0]?.deviceId,
    hasBand: band !== null,
    hasDots: points.length < DOTS_BELOW,
  }))

/** Index of each line's column. A line has one column, or two more with its band: the greatest and the least. */
export const placesOf = (lines: readonly { hasBand: boolean }[]): number[] => {
  let next = 1
  return lines.map(({ hasBand }) => (next += hasBand ? 3 : 1) - (hasBand ? 3 : 1))
}

/** Mode of `uPlot.join` for nulls: a null spreads over adjacent times of other lines, so that gaps stay gaps. */
const EXPANDED = 2

/** Data of the lines, by time. */
export function dataOf(lines: readonly Pick<Line, 'points' | 'band'>[]): uPlot.AlignedData {
  const tables = lines.map(({ points, band }) =>
    band ? withGaps(band.points, band.greatest, band.least) : withGaps(points),
  )
  return uPlot.join(
    tables,
    tables.map((table) => table.map(() => EXPANDED)),
  )
}

export const scaleOf = ({ unit, is_boolean }: Look) => (is_boolean ? 'boolean' : (unit ?? 'number'))

/** At most two axes: the first scale is on the left, the second on the right. Others have none. */
function axesOf(
  looks: readonly Look[],
  color: string,
  grid: string,
  textOf: PlotOptions['textOf'],
): uPlot.Axis[] {
  const scales = [...new Set(looks.map(scaleOf))].slice(0, 2)
  return scales.map((scale, place) => {
    const look = looks.find((one) => scaleOf(one) === scale)
    const { path = '', unit = null, is_boolean = false } = look ?? {}
    const text = (value: number) => textOf(value, { path, unit, decimals: null, is_boolean })
    const axis: uPlot.Axis = {
      scale,
      side: place === 0 ? 3 : 1,
      stroke: color,
      grid: { show: place === 0, stroke: grid, width: 1 },
    }
    return Object.assign(axis, is_boolean ? switchAxis(text) : numberAxis(text))
  })
}

function seriesOf(look: Look): uPlot.Series[] {
  const { color, isEarlier, isMain, hasBand, hasDots } = look
  const scale = scaleOf(look)
  const line: uPlot.Series = {
    scale,
    stroke: isEarlier ? alpha(color, 0.7) : color,
    width: isMain ? 2 : 1.5,
    ...(isEarlier && { dash: [6, 4] }),
    spanGaps: false,
    points: {
      show: hasDots,
      size: 5,
    },
  }
  const edge: uPlot.Series = { scale, stroke: 'transparent', width: 0, points: { show: false } }
  return hasBand ? [line, edge, edge] : [line]
}

interface PlotOptions {
  looks: readonly Look[]
  theme: Theme
  /** Formats a value of a line. */
  textOf: (value: number, of: Written) => string
  clock: Clock
  /** Called with the cursor's row in the data. */
  onCursor: (plot: uPlot, place: number | null) => void
  onSelect: (range: TimeRange) => void
  /** Called with the range after another gesture. */
  onGesture: (range: TimeRange) => void
  /** Called with the place of a click, in pixels. */
  onClick: (plot: uPlot, place: { left: number; top: number }, pointerType: string) => void
  /** Called with the position of the time axis, in pixels. */
  onFrame: (frame: Frame) => void
}

/** Position of the time axis, in pixels from the left. */
export interface Frame {
  left: number
  width: number
}

/** Draws a dashed line at each time. */
function drawMarkers(plot: uPlot, times: readonly number[], color: string) {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  for (const time of times) {
    const left = Math.round(plot.valToPos(time, 'x', true))
    if (left < bbox.left || left > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Lines over time. `show` sets data and range, without recreating the plot. */
export function createPlot(host: HTMLElement, options: PlotOptions) {
  const { looks, theme, textOf, clock, onCursor, onSelect, onGesture, onClick, onFrame } = options
  const color = theme.palette.text.secondary
  const grid = theme.palette.divider
  let range: TimeRange = { after: 0, before: 1 }
  let markers: readonly number[] = []
  let limits: readonly { value: number; scale: string }[] = []
  const places = placesOf(looks)
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height: HEIGHT,
      ms: 1,
      tzDate: (time) => uPlot.tzDate(new Date(time), clock.zone),
      legend: { show: false },
      cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
      scales: {
        x: { range: () => [range.after, range.before] },
        boolean: switchScale,
      },
      axes: [
        {
          stroke: color,
          font: AXIS_FONT,
          // Height of one line of text.
          size: 24,
          space: 72,
          grid: { stroke: grid, width: 1 },
          ticks: { show: false },
          values: (_, times) => times.map((time) => tickText(time, range.before - range.after, clock)),
        },
        ...axesOf(looks, color, grid, textOf),
      ],
      series: [{}, ...looks.flatMap(seriesOf)],
      bands: looks.flatMap(({ hasBand, color }, line) => {
        const place = places[line] ?? 0
        return hasBand ? { series: [place + 1, place + 2] as [number, number], fill: alpha(color, 0.22) } : []
      }),
      hooks: {
        setSelect: [
          (shown) => {
            const { left, width } = shown.select
            if (width <= 2) return
            onSelect({ after: shown.posToVal(left, 'x'), before: shown.posToVal(left + width, 'x') })
            // The selected part now fills the chart.
            shown.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
        setCursor: [(shown) => onCursor(shown, shown.cursor.idx ?? null)],
        drawClear: [(shown) => drawMarkers(shown, markers, color)],
        draw: [
          (shown) => drawLimits(shown, limits, theme.palette.warning.main),
          ({ bbox }) => onFrame({ left: bbox.left / devicePixelRatio, width: bbox.width / devicePixelRatio }),
        ],
      },
    },
    [[], ...looks.flatMap(({ hasBand }) => (hasBand ? [[], [], []] : [[]]))],
    host,
  )
  let isDestroyed = false
  const endGestures = addGestures(plot.over, {
    rangeOf: () => range,
    onMove: (next) => {
      range = next
      plot.setScale('x', { min: next.after, max: next.before })
    },
    onEnd: onGesture,
  })
  // Not every browser has it in the click event.
  let pointer = 'mouse'
  plot.over.addEventListener('pointerdown', ({ pointerType }) => {
    pointer = pointerType
  })
  plot.over.addEventListener('click', ({ clientX, clientY }) => {
    const { left, top } = plot.over.getBoundingClientRect()
    onClick(plot, { left: clientX - left, top: clientY - top }, pointer)
  })
  const endWidth = watchWidth(host, (width) => plot.setSize({ width, height: HEIGHT }))
  return {
    plot,
    show: (data: uPlot.AlignedData, next: TimeRange) => {
      if (isDestroyed) return
      range = next
      plot.setData(data)
    },
    showMarkers: (times: readonly number[]) => {
      if (isDestroyed) return
      markers = times
      plot.redraw(false)
    },
    showLimits: (next: readonly { value: number; path: string }[]) => {
      if (isDestroyed) return
      limits = next.flatMap(({ value, path }) => {
        const look = looks.find((one) => one.path === path)
        return look ? [{ value, scale: scaleOf(look) }] : []
      })
      plot.redraw(false)
    },
    /** Moves the cursor to a value. */
    point: (time: number, value: number, scale: string) => {
      if (!isDestroyed) plot.setCursor({ left: plot.valToPos(time, 'x'), top: plot.valToPos(value, scale) })
    },
    destroy: () => {
      isDestroyed = true
      endGestures()
      endWidth()
      plot.destroy()
    },
  }
}
