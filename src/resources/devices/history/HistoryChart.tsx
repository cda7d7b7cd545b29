import 'uplot/dist/uPlot.min.css'
import { alpha, Box, useTheme } from '@mui/material'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useEvent, useLocale } from 'react-admin'
import type uPlot from 'uplot'
import { useClock } from '../../../clock'
import { Legend, type Reading } from './Legend'
import type { Line } from './lines'
import { createPlot, dataOf, HEIGHT, looksOf, placesOf } from './plot'
import type { TimeRange } from './range'

/** The value at a place, or the one before it: lines have their values at different times. */
function valueNear(column: uPlot.AlignedData[number] | undefined, place: number): number | null {
  for (let at = place; at >= 0; at--) {
    const value = column?.[at]
    if (value !== undefined) return value
  }
  return null
}

/** Stays the same object while it is equal. */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [kept, keep] = useState({ text, value })
  if (kept.text !== text) keep({ text, value })
  return kept.text === text ? kept.value : value
}

interface HistoryChartProps {
  lines: readonly Line[]
  range: TimeRange
  /** What a screen reader says of it. */
  label: string
  onZoom: (range: TimeRange) => void
}

/** Values over time, as lines. Dragging over a part zooms into it. */
export default function HistoryChart({ lines, range: { after, before }, label, onZoom }: HistoryChartProps) {
  const theme = useTheme()
  const locale = useLocale() ?? 'en'
  const clock = useClock()
  const [chart, setChart] = useState<ReturnType<typeof createPlot> | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const looks = useSame(looksOf(lines))
  const data = useMemo(() => dataOf(lines), [lines])
  const onSelect = useEvent(onZoom)

  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (!host) return undefined
      const places = placesOf(looks)
      const made = createPlot(host, {
        looks,
        theme,
        locale,
        clock,
        onSelect,
        onCursor: (plot, place) => {
          const time = place === null ? undefined : plot.data[0][place]
          setReading(
            time === undefined || place === null
              ? null
              : { time, values: places.map((column) => valueNear(plot.data[column], place)) },
          )
        },
      })
      setChart(made)
      return made.destroy
    },
    [looks, clock, locale, theme, onSelect],
  )

  useEffect(() => chart?.show(data, { after, before }), [chart, data, after, before])

  return (
    <>
      <Box
        ref={attach}
        role="img"
        aria-label={label}
        sx={{ height: HEIGHT, '.u-select': { bgcolor: alpha(theme.palette.primary.main, 0.2) } }}
      />
      <Legend lines={lines} reading={reading} />
    </>
  )
}
