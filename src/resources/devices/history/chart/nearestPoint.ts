import type uPlot from 'uplot'
import type { Line, Points } from './lines'

/** A value of a line. */
export interface Picked {
  /** Key of its line. */
  line: string
  time: number
  value: number
}

/** Index of the point nearest to a time; -1 if there is none. */
function nearest(points: Points, time: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.[0] ?? 0) < time) low = middle + 1
    else high = middle
  }
  const [before, after] = [points[low - 1], points[low]]
  return before && after && time - before[0] < after[0] - time ? low - 1 : after ? low : -1
}

/** The picked value, as long as its line contains it. */
export function drawnOf(lines: readonly Line[], picked: Picked | null): Picked | null {
  const points = lines.find(({ key }) => key === picked?.line)?.points ?? []
  return picked && points[nearest(points, picked.time)]?.[0] === picked.time ? picked : null
}

/** Distance in pixels within which a click hits a point. */
const NEAR = 16

/** The value nearest to a place of the plot; null if none is near. */
export function pickAt(
  plot: uPlot,
  lines: readonly Line[],
  scales: readonly string[],
  { left, top }: { left: number; top: number },
): Picked | null {
  const time = plot.posToVal(left, 'x')
  let best: { picked: Picked; distance: number } | null = null
  for (const [place, { key, points }] of lines.entries()) {
    const scale = scales[place]
    const point = points[nearest(points, time)]
    if (!point || scale === undefined) continue
    const [at, value] = point
    const distance = Math.hypot(plot.valToPos(at, 'x') - left, plot.valToPos(value, scale) - top)
    if (distance <= NEAR && distance < (best?.distance ?? Infinity))
      best = { picked: { line: key, time: at, value }, distance }
  }
  return best?.picked ?? null
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 } as const
const LINES = { ArrowUp: -1, ArrowDown: 1 } as const

const isOf = <Names extends object>(names: Names, key: string): key is Extract<keyof Names, string> =>
  Object.hasOwn(names, key)

/** The value at an index of a line, or at its end beyond that. */
function on(line: Line | undefined, at: number): Picked | null {
  const point = line?.points[Math.min(Math.max(at, 0), line.points.length - 1)]
  return line && point ? { line: line.key, time: point[0], value: point[1] } : null
}

/**
 * The value that a key moves to: left and right on its line, up and down to other lines, Home and End to both ends.
 * Null for any other key, and without values.
 */
export function pickBy(key: string, lines: readonly Line[], picked: Picked | null): Picked | null {
  const drawn = lines.filter(({ points }) => points.length > 0)
  const place = Math.max(
    drawn.findIndex((line) => line.key === picked?.line),
    0,
  )
  const line = drawn[place]
  if (!line) return null
  const at = picked ? nearest(line.points, picked.time) : line.points.length
  if (isOf(STEPS, key)) return on(line, at + STEPS[key])
  if (isOf(LINES, key)) {
    const other = drawn[(place + LINES[key] + drawn.length) % drawn.length]
    return other ? on(other, picked ? nearest(other.points, picked.time) : other.points.length) : null
  }
  if (key === 'Home') return on(line, 0)
  return key === 'End' ? on(line, line.points.length) : null
}
