import 'uplot/dist/uPlot.min.css'
import { Box, useTheme } from '@mui/material'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useClock } from '../../../clock'
import { useValueText, type Written } from '../useValueText'
import { createValuePlot, type Shown, type ValueScale } from './valuePlot'

const HEIGHT = 160

const SIDES = ['left', 'top', 'width', 'height', 'least', 'greatest'] as const

const isSame = (a: ValueScale | null, b: ValueScale) => SIDES.every((side) => a?.[side] === b[side])

interface ValueChartProps extends Pick<Written, 'path' | 'unit' | 'is_boolean'> {
  /** Keep it the same while nothing changes. */
  shown: Shown
  /** In pixels. */
  height?: number
  /** Accessible name. */
  label: string
  /** Renders what lies above the lines, once their scale is known. */
  renderAbove?: (scale: ValueScale) => ReactNode
}

/** A line chart of one value, with marked times and limits. */
export default function ValueChart({
  shown,
  path,
  unit,
  is_boolean,
  height = HEIGHT,
  label,
  renderAbove,
}: ValueChartProps) {
  const theme = useTheme()
  const clock = useClock()
  const textOf = useValueText()
  const [chart, setChart] = useState<ReturnType<typeof createValuePlot> | null>(null)
  const [scale, setScale] = useState<ValueScale | null>(null)
  const main = theme.palette.primary.main
  const colors = shown.lines.map(({ color = main }) => color).join(' ')
  const of = useMemo(() => ({ path, unit, is_boolean }), [path, unit, is_boolean])
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (!host) return undefined
      const made = createValuePlot(host, {
        height,
        theme,
        clock,
        of,
        textOf,
        colors: colors.split(' '),
        onScale: (next) => setScale((now) => (isSame(now, next) ? now : next)),
      })
      setChart(made)
      return made.destroy
    },
    [height, theme, clock, of, textOf, colors],
  )
  useEffect(() => chart?.show(shown), [chart, shown])
  return (
    <Box sx={{ position: 'relative' }}>
      <Box ref={attach} role="img" aria-label={label} sx={{ height }} />
      {scale && renderAbove?.(scale)}
    </Box>
  )
}
