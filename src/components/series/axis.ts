import type uPlot from 'uplot'

/** The font of axes, and pixels of its widest digit. */
export const AXIS_FONT = '12px Inter, sans-serif'
const CHARACTER = 7
const AROUND = 24
/** Characters that an axis has room for at least, so that it seldom moves. */
const LEAST = 3

/** Digits that a number holds for sure. The marks of an axis are sums, whose last digits are not those of anything. */
const DIGITS = 15

/** A mark of an axis without the digits that adding up its steps has left. */
const roundMark = (mark: number) => (Number.isSafeInteger(mark) ? mark : Number(mark.toPrecision(DIGITS)))

/** An axis of numbers, with the room that its labels need. @param text writes a number */
export const numberAxis = (
  text: (value: number) => string,
): Pick<uPlot.Axis, 'font' | 'ticks' | 'size' | 'values'> => ({
  font: AXIS_FONT,
  ticks: { show: false },
  size: (_, values) => AROUND + CHARACTER * Math.max(LEAST, ...(values ?? []).map(({ length }) => length)),
  values: (_, values) => values.map((mark) => text(roundMark(mark))),
})
