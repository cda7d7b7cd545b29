import { styled, type Theme } from '@mui/material'
import { useTranslate } from '../../i18n/translate'

/** Distances of the grid lines, in px. */
const GRID = { across: 64, down: 120 }

const line = (theme: Theme, direction: 'top' | 'right', distance: number) =>
  `repeating-linear-gradient(to ${direction}, ${theme.palette.divider} 0 1px, transparent 1px ${distance}px)`

const Plot = styled('output', { shouldForwardProp: (name) => name !== 'axes' })<{ axes: Axes }>(
  ({ theme, axes: { left, below } }) => ({
    display: 'block',
    boxSizing: 'border-box',
    paddingLeft: left,
    paddingBottom: below,
    '&::before': {
      content: '""',
      display: 'block',
      height: '100%',
      background: `${line(theme, 'top', GRID.across)}, ${line(theme, 'right', GRID.down)}`,
    },
  }),
)

interface Axes {
  /** Space for the axis labels, in px. */
  left: number
  below: number
}

interface ChartSkeletonProps {
  /** Height of the chart, in px. */
  height: number
  axes?: Axes
}

const USUAL: Axes = { left: 33, below: 30 }

/** Placeholder of a loading chart: its axes and grid, in the same size. */
export function ChartSkeleton({ height, axes = USUAL }: ChartSkeletonProps) {
  const translate = useTranslate()
  return <Plot axes={axes} style={{ height }} aria-label={translate('common.loading')} />
}
