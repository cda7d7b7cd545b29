import type uPlot from 'uplot'
import { DAY } from '#contract/common/durations'
import { type Clock, formatClock, formatDay, formatMonth } from '../../../clock'

export const AXIS_FONT = '12px Inter, sans-serif'
/** Distance in px from the labels to the chart and to the edge. */
const AROUND = 12
/** Minimum width of labels in px, so that the axis seldom moves. */
const LEAST = 21

/** Width in px of the longest label; no more, because phones are narrow. */
function widthOf({ ctx }: uPlot, labels: readonly string[]): number {
  ctx.save()
  ctx.font = AXIS_FONT
  const widths = labels.map((label) => ctx.measureText(label).width)
  ctx.restore()
  return Math.ceil(Math.max(LEAST, ...widths))
}

/** Significant digits of a number. Marks of an axis are sums, whose further digits are rounding errors. */
const DIGITS = 15

/** A mark of an axis without rounding errors. */
const roundMark = (mark: number) => (Number.isSafeInteger(mark) ? mark : Number(mark.toPrecision(DIGITS)))

/** The range of a yes/no scale, with some margin. */
export const switchScale = { range: (): uPlot.Range.MinMax => [-0.1, 1.1] }
/** The axis of a yes/no scale. @param text formats 0 and 1 */
export const switchAxis = (text: (value: number) => string): Partial<uPlot.Axis> => ({
  ...numberAxis(text),
  splits: () => [0, 1],
})

/**
 * An axis of numbers, as wide as its labels.
 * @param text formats a number
 */
export const numberAxis = (
  text: (value: number) => string,
): Pick<uPlot.Axis, 'font' | 'ticks' | 'size' | 'values'> => ({
  font: AXIS_FONT,
  ticks: { show: false },
  size: (plot, labels) => AROUND + widthOf(plot, labels ?? []),
  values: (_, values) => values.map((mark) => text(roundMark(mark))),
})

/** Colours of lines, visible on light and dark ground, and distinct for most people. */
export const LINE_COLORS = [
  '#1f77b4',
  '#d95f02',
  '#1b9e77',
  '#8a6fc9',
  '#e7298a',
  '#66a61e',
  '#a6761d',
  '#808080',
]

/** Tick label of a time axis over a range in milliseconds. */
export function tickText(time: number, range: number, clock: Clock): string {
  if (range <= 2 * DAY) return formatClock(time, clock)
  return range <= 200 * DAY ? formatDay(time, clock) : formatMonth(time, clock)
}

/** Draws a dashed line across the chart at each value that its scale shows. */
export function drawLimits(
  plot: uPlot,
  limits: readonly { value: number; scale: string }[],
  color: string,
): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * devicePixelRatio
  ctx.setLineDash([8 * devicePixelRatio, 4 * devicePixelRatio])
  for (const { value, scale } of limits) {
    const top = Math.round(plot.valToPos(value, scale, true))
    if (!(top >= bbox.top && top <= bbox.top + bbox.height)) continue
    ctx.beginPath()
    ctx.moveTo(bbox.left, top)
    ctx.lineTo(bbox.left + bbox.width, top)
    ctx.stroke()
  }
  ctx.restore()
}
