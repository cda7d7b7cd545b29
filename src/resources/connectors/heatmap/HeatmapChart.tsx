import { Box, useTheme } from '@mui/material'
import { ResponsiveHeatMap } from '@nivo/heatmap'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocale } from 'react-admin'
import { formatClock } from '../../../components/page/TimeText'
import { useTranslate } from '../../../i18n/translate'
import { HourCell, type HourDatum } from './HourCell'
import type { Hour } from './hours'

/** In px. A column is never narrower than a finger needs; then the chart scrolls by itself. */
const COLUMN = 26
const HEIGHT = 64
const MARGIN = { top: 4, right: 4, bottom: 24, left: 4 }
/** Hours between two times below the chart. */
const TICK_EVERY = 3

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

interface HeatmapChartProps {
  hours: readonly Hour[]
  /** Address of the deliveries of an hour, where the server lists them. */
  linkOf: (hour: Hour) => string | undefined
}

/** The hours side by side. Tab stops at one of them, the arrow keys go on from there. */
export default function HeatmapChart({ hours, linkOf }: HeatmapChartProps) {
  const translate = useTranslate()
  const locale = useLocale()
  const { palette } = useTheme()
  const frame = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(hours.length - 1)

  // The newest hour is in sight.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth })
  }, [])

  const move = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key)
    const cells = [...event.currentTarget.querySelectorAll<SVGElement>('[data-health]')]
    const at = cells.findIndex((cell) => cell === event.target)
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = Math.min(cells.length - 1, Math.max(0, at + step))
    setStop(next)
    cells[next]?.focus()
  }

  const data = hours.map(
    (hour, index): HourDatum => ({
      x: new Date(hour.start).toISOString(),
      y: hour.success + hour.failed,
      hour,
      to: linkOf(hour),
      isStop: index === stop,
    }),
  )
  const clock = (time: unknown) => formatClock(Date.parse(String(time)), locale)

  return (
    <Box ref={frame} onKeyDown={move} sx={{ overflowX: 'auto' }}>
      <Box sx={{ height: HEIGHT, minWidth: hours.length * COLUMN }}>
        <ResponsiveHeatMap<HourDatum, object>
          data={[{ id: 'hours', data }]}
          cellComponent={HourCell}
          margin={MARGIN}
          xInnerPadding={0.12}
          axisTop={null}
          axisLeft={null}
          axisBottom={{
            tickValues: data.filter((_, index) => index % TICK_EVERY === 0).map(({ x }) => x),
            format: clock,
            tickSize: 0,
            tickPadding: 8,
          }}
          theme={{ text: { fill: palette.text.secondary, fontSize: 12 } }}
          isInteractive={false}
          animate={false}
          role="group"
          ariaLabel={translate('connectors.heatmap.title')}
        />
      </Box>
    </Box>
  )
}
