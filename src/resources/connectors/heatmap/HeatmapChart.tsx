import { Box, Tooltip, useTheme } from '@mui/material'
import { type CellComponentProps, ResponsiveHeatMap } from '@nivo/heatmap'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { healthOf } from '#contract/connectors'
import { formatClock, useClock } from '../../../clock'
import { useWidth } from '../../../components/useWidth'
import { useTranslate } from '../texts'
import {
  COLUMN,
  HEIGHT,
  HELD_ICONS,
  type Hour,
  type HoursProps,
  ICONS,
  LOOKS,
  rowsOfHours,
  useHourText,
} from './hours'

/** In px. The first and last cell align with the text around the chart. */
const MARGIN = { top: 4, right: 0, bottom: 24, left: 0 }
/** Hours between two tick labels. */
const TICK_EVERY = 3
/** Size of a cell's icon, in px. */
const SIGN = 16
/** Bar at the foot of an hour in which the connector was held back, in px. */
const BAR = { height: 4, side: 4, foot: 4 }

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** One cell of the chart. */
interface HourDatum {
  x: string
  y: number
  hour: Hour
  /** Address of the hour's deliveries; undefined if the server cannot list them. */
  to: string | undefined
  /** Whether the cell is the tab stop. Arrow keys move to the others. */
  isStop: boolean
}

/** One hour: its colour and icon, a bar if the connector was held back, and a link to its deliveries. */
function HourCell({ cell: { data, x, y, width, height } }: CellComponentProps<HourDatum>) {
  const { hour, to, isStop } = data
  const looks = LOOKS[useTheme().palette.mode]
  const { span, health, held, counts } = useHourText()(hour)
  const kind = healthOf(hour)
  const [longest] = hour.held
  const Icon = kind === 'none' && longest ? HELD_ICONS[longest.state] : ICONS[kind]
  const props = {
    // The label already contains the tooltip's text.
    'aria-describedby': undefined,
    'aria-label': [span, health, ...held, ...counts].join('; '),
    'data-health': kind,
    tabIndex: isStop ? 0 : -1,
  }
  const content = (
    <>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={4}
        fill={looks[kind].ground}
      />
      {longest && (
        <rect
          x={x - width / 2 + BAR.side}
          y={y + height / 2 - BAR.foot - BAR.height}
          width={width - 2 * BAR.side}
          height={BAR.height}
          rx={2}
          fill={looks[kind].sign}
        />
      )}
      <Icon
        x={x - SIGN / 2}
        y={y - SIGN / 2}
        width={SIGN}
        height={SIGN}
        sx={{ color: looks[kind].sign, width: SIGN, height: SIGN }}
      />
    </>
  )
  return (
    <Tooltip
      describeChild
      disableInteractive
      title={
        <>
          <strong>{span}</strong>
          {[health, ...held, ...counts].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </>
      }
    >
      {to === undefined ? (
        <g {...props} role="img">
          {content}
        </g>
      ) : (
        <Link {...props} to={to}>
          {content}
        </Link>
      )}
    </Tooltip>
  )
}

interface HourRowProps {
  data: readonly HourDatum[]
  /** In px. */
  height: number
}

/** Hours side by side, with tick labels below. */
function HourRow({ data, height }: HourRowProps) {
  const clock = useClock()
  const { palette } = useTheme()
  return (
    <Box sx={{ height }}>
      <ResponsiveHeatMap<HourDatum, object>
        data={[{ id: 'hours', data: [...data] }]}
        cellComponent={HourCell}
        margin={MARGIN}
        xInnerPadding={0.12}
        axisTop={null}
        axisLeft={null}
        axisBottom={{
          tickValues: data.filter((_, index) => index % TICK_EVERY === 0).map(({ x }) => x),
          format: (time: unknown) => formatClock(Date.parse(String(time)), clock),
          tickSize: 0,
          tickPadding: 8,
        }}
        theme={{ text: { fill: palette.text.secondary, fontSize: 12 } }}
        isInteractive={false}
        animate={false}
        role="presentation"
      />
    </Box>
  )
}

/** The hours, oldest first, without scrolling. One is the tab stop; arrow keys move on from there. */
export default function HeatmapChart({ hours, linkOf }: HoursProps) {
  const translate = useTranslate()
  const { ref, width } = useWidth()
  const [stop, setStop] = useState(hours.length - 1)

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
  const rows = rowsOfHours(data, width, COLUMN)
  return (
    <Box
      ref={ref}
      role="group"
      aria-label={translate('connectors.heatmap.title')}
      onKeyDown={move}
      // The tick labels below the first cells are wider than the cells.
      sx={{ minHeight: HEIGHT.one, svg: { overflow: 'visible' } }}
    >
      {rows.map((row) => (
        <HourRow
          key={rows.length > 1 ? row[0]?.x : 'hours'}
          data={row}
          height={rows.length > 1 ? HEIGHT.two : HEIGHT.one}
        />
      ))}
    </Box>
  )
}
