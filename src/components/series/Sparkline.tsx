import { styled } from '@mui/material'
import { DAY } from '#contract/common/durations'
import type { SeriesPoints } from '#contract/series'

interface SparklineProps {
  points: SeriesPoints['points']
  /** Time of its right edge, in milliseconds since 1970. */
  before: number
  /** In px; without it the line is as wide as there is room. */
  width?: number
  /** In px. */
  height: number
}

/** Room for half of the line's width, in px. */
const EDGE = 1.5

const placeOf = (part: number, length: number, edge = EDGE) => (edge + part * (length - 2 * edge)).toFixed(1)

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  fill: 'none',
  stroke: theme.palette.primary.main,
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  polyline: { vectorEffect: 'non-scaling-stroke' },
}))

/** Width of a drawing that is stretched to the room. */
const DRAWN = 100

/** How values went in 24 hours, as a line without axes. What it says is told in words beside it. */
export function Sparkline({ points, before, width, height }: SparklineProps) {
  const drawn = width ?? DRAWN
  const values = points.map(([, value]) => value)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const corners = points.map(([time, value]) => {
    const level = greatest > least ? (value - least) / (greatest - least) : 0.5
    return `${placeOf(1 - (before - time) / DAY, drawn, width === undefined ? 0 : EDGE)},${placeOf(1 - level, height)}`
  })
  return (
    <Drawing
      width={width ?? '100%'}
      height={height}
      viewBox={`0 0 ${drawn} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {/* A single value is a dot. */}
      <polyline points={[...corners, corners.at(-1)].join(' ')} />
    </Drawing>
  )
}
