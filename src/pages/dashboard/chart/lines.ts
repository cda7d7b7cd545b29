import type { Series } from '../series/series'
import { cutTo, type Span, thinned } from './view'

/** A value that is drawn. */
export interface Drawn {
  x: Date
  y: number | null
  /** It gets a dot. */
  dot: boolean
}

/** A line that is drawn, as nivo takes it. */
export interface DrawnLine {
  id: string
  color: string
  data: readonly Drawn[]
}

/** A line with no more readings in sight shows each of them as a dot. */
const DOTS_MAX = 60

/** What of the lines is drawn in a stretch of time. A reading that no line leads to is always a dot. */
export function drawnLines(series: readonly Series[], span: Span, width: number): DrawnLine[] {
  const parts = Math.max(50, Math.round(width))
  return series.map(({ label, color, readings }) => {
    const cut = cutTo(readings, span)
    const line = thinned(cut, span, parts)
    const isSparse = cut.length <= DOTS_MAX
    const data = line.map(({ time, value }, index): Drawn => {
      const isAlone = (line[index - 1]?.value ?? null) === null && (line[index + 1]?.value ?? null) === null
      // The line goes through its edges, where no reading is.
      const isEdge =
        (time === span[0] || time === span[1]) && !readings.some((reading) => reading.time === time)
      return { x: new Date(time), y: value, dot: value !== null && (isSparse || isAlone) && !isEdge }
    })
    return { id: label, color, data }
  })
}
