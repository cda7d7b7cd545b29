import type uPlot from 'uplot'

/** The font of axes, and pixels of its widest digit. */
export const AXIS_FONT = '12px Inter, sans-serif'
const CHARACTER = 7
const AROUND = 24
/** Characters that an axis has room for at least, so that it seldom moves. */
const LEAST = 3

/** An axis of numbers, with the room that its labels need. @param text writes a number */
export const numberAxis = (
  text: (value: number) => string,
): Pick<uPlot.Axis, 'font' | 'ticks' | 'size' | 'values'> => ({
  font: AXIS_FONT,
  ticks: { show: false },
  size: (_, values) => AROUND + CHARACTER * Math.max(LEAST, ...(values ?? []).map(({ length }) => length)),
  values: (_, values) => values.map(text),
})
