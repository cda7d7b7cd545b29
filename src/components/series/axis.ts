import type uPlot from 'uplot'

/** The font of axes. */
export const AXIS_FONT = '12px Inter, sans-serif'
/** Pixels between a label and the chart, and its other end and the edge. */
const AROUND = 12
/** Pixels that an axis has for labels at least, so that it seldom moves. */
const LEAST = 21

/** Pixels of the longest of some labels: as many as they need, since a phone has few. */
function widthOf({ ctx }: uPlot, labels: readonly string[]): number {
  ctx.save()
  ctx.font = AXIS_FONT
  const widths = labels.map((label) => ctx.measureText(label).width)
  ctx.restore()
  return Math.ceil(Math.max(LEAST, ...widths))
}

/** Digits that a number holds for sure. The marks of an axis are sums, whose last digits are not those of anything. */
const DIGITS = 15

/** A mark of an axis without the digits that adding up its steps has left. */
const roundMark = (mark: number) => (Number.isSafeInteger(mark) ? mark : Number(mark.toPrecision(DIGITS)))

/** The values of yes and no: with some room around, as a scale, and as the marks of an axis. @param text writes them */
export const switchScale = { range: (): uPlot.Range.MinMax => [-0.1, 1.1] }
export const switchAxis = (text: (value: number) => string): Partial<uPlot.Axis> => ({
  ...numberAxis(text),
  splits: () => [0, 1],
})

/** An axis of numbers, with the room that its labels need. @param text writes a number */
export const numberAxis = (
  text: (value: number) => string,
): Pick<uPlot.Axis, 'font' | 'ticks' | 'size' | 'values'> => ({
  font: AXIS_FONT,
  ticks: { show: false },
  size: (plot, labels) => AROUND + widthOf(plot, labels ?? []),
  values: (_, values) => values.map((mark) => text(roundMark(mark))),
})
