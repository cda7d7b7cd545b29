import { styled } from '@mui/material'
import { DAY } from '#contract/common/durations'
import type { SeriesPoints } from '#contract/series'

interface SparklineProps {
  points: SeriesPoints['points']
  /** Time of the right edge, in milliseconds since 1970. */
  before: number
  /** In px; without it, the line fills its container. */
  width?: number
  /** In px. */
  height: number
}

/** Margin for half the line width, in px. */
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

/** Drawing width, before it is stretched to its container. */
const DRAWN = 100

/** The values of 24 hours as a line without axes. The text beside it says the same. */
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
      {/* A single value is drawn as a dot. */}
      <polyline points={[...corners, corners.at(-1)].join(' ')} />
    </Drawing>
  )
}
