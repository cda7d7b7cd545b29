import 'uplot/dist/uPlot.min.css'
import { Box, useTheme } from '@mui/material'
import { useEffect, useState } from 'react'
import uPlot from 'uplot'
import type { SeriesPoints } from '#contract/series'
import { formatClock, useClock } from '../../clock'
import { watchWidth } from '../useWidth'
import { AXIS_FONT, numberAxis, switchAxis, switchScale } from './axis'
import { useValueText, type Written } from './useValueText'

const HEIGHT = 160
/** From this number of values on, the line has no dots. */
const DOTS_BELOW = 60

interface SmallChartProps extends Pick<Written, 'path' | 'unit' | 'is_boolean'> {
  points: SeriesPoints['points']
  /** Times in milliseconds since 1970. */
  after: number
  before: number
  /** The marked time. */
  at: number
  /** Accessible name. */
  label: string
}

/** A line chart over some hours, with a mark at one time. */
export default function SmallChart({
  points,
  after,
  before,
  at,
  path,
  unit,
  is_boolean,
  label,
}: SmallChartProps) {
  const theme = useTheme()
  const clock = useClock()
  const textOf = useValueText()
  const [host, setHost] = useState<HTMLDivElement | null>(null)

  useEffect(() => {
    if (!host) return undefined
    const axis = {
      stroke: theme.palette.text.secondary,
      font: AXIS_FONT,
      ticks: { show: false },
    }
    const text = (value: number) => textOf(value, { path, unit, decimals: null, is_boolean })
    const grid = { stroke: theme.palette.divider, width: 1 }
    const plot = new uPlot(
      {
        width: host.clientWidth,
        height: HEIGHT,
        ms: 1,
        tzDate: (time) => uPlot.tzDate(new Date(time), clock.zone),
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { range: () => [after, before] }, ...(is_boolean && { y: switchScale }) },
        axes: [
          {
            ...axis,
            grid,
            space: 72,
            size: 30,
            values: (_, times) => times.map((time) => formatClock(time, clock)),
          },
          {
            ...axis,
            grid,
            ...(is_boolean ? switchAxis(text) : numberAxis(text)),
          },
        ],
        series: [
          {},
          {
            stroke: theme.palette.primary.main,
            width: 1.5,
            points: { show: points.length < DOTS_BELOW, size: 5 },
          },
        ],
        hooks: {
          draw: [
            (shown) => {
              const { ctx, bbox } = shown
              const x = Math.round(shown.valToPos(at, 'x', true))
              ctx.save()
              ctx.strokeStyle = theme.palette.warning.main
              ctx.setLineDash([4, 4])
              ctx.beginPath()
              ctx.moveTo(x, bbox.top)
              ctx.lineTo(x, bbox.top + bbox.height)
              ctx.stroke()
              ctx.restore()
            },
          ],
        },
      },
      [points.map(([time]) => time), points.map(([, value]) => value)],
      host,
    )
    const stop = watchWidth(host, (width) => plot.setSize({ width, height: HEIGHT }))
    return () => {
      stop()
      plot.destroy()
    }
  }, [host, points, after, before, at, path, unit, is_boolean, clock, textOf, theme])

  return <Box ref={setHost} role="img" aria-label={label} sx={{ height: HEIGHT }} />
}
