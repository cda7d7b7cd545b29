import { Tooltip, useTheme } from '@mui/material'
import type { CellComponentProps } from '@nivo/heatmap'
import { Link } from 'react-router-dom'
import { healthOf } from '#contract/connectors'
import type { Hour } from './hours'
import { ICONS, LOOKS } from './looks'
import { useHourText } from './useHourText'

/** What nivo keeps of an hour. */
export interface HourDatum {
  x: string
  y: number
  hour: Hour
  /** Where the deliveries of the hour are; undefined on a server that does not list them. */
  to: string | undefined
  /** Whether Tab stops here; the arrows reach the others. */
  isStop: boolean
}

const SIGN = 16

/** One hour: its colour, its sign, and a link to its deliveries. */
export function HourCell({ cell: { data, x, y, width, height } }: CellComponentProps<HourDatum>) {
  const { hour, to, isStop } = data
  const looks = LOOKS[useTheme().palette.mode]
  const { span, health, counts } = useHourText()(hour)
  const kind = healthOf(hour)
  const Icon = ICONS[kind]
  const props = {
    // It says all that the tooltip says.
    'aria-describedby': undefined,
    'aria-label': [span, health, ...counts].join('; '),
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
          {[health, ...counts].map((line) => (
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
