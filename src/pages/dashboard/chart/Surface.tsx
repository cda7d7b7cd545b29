import { alpha, Box, styled, Typography } from '@mui/material'
import { formatTime, useClock } from '../../../clock'
import { formatReading } from '../series'
import { useTranslate } from '../texts'
import { DOT_RADIUS, MARGIN } from './Lines'
import { type SurfaceOptions, useSurface } from './useSurface'
import type { Moment } from './view'

const Plot = styled('div')({
  position: 'absolute',
  top: MARGIN.top,
  left: MARGIN.left,
  cursor: 'crosshair',
  // A horizontal drag belongs to the plot, a vertical one scrolls the page.
  touchAction: 'pan-y',
  userSelect: 'none',
})

const Stretch = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  backgroundColor: theme.palette.primary.main,
  opacity: 0.18,
}))

const Cursor = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  borderInlineStart: `1px dashed ${theme.palette.text.secondary}`,
}))

const WheelHint = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  padding: theme.spacing(2),
  textAlign: 'center',
  fontSize: '1rem',
  fontWeight: 600,
  backgroundColor: alpha(theme.palette.background.paper, 0.8),
  pointerEvents: 'none',
  zIndex: 2,
}))

const Dot = styled('div')({
  position: 'absolute',
  width: DOT_RADIUS * 4,
  height: DOT_RADIUS * 4,
  margin: -DOT_RADIUS * 2,
  borderRadius: '50%',
})

/** Number of lines that the tooltip names. */
const SHOWN = 12

interface MomentTipProps {
  moment: Moment
  /** Distance from each edge of the plot, in px. The tooltip opens on the side with more room. */
  left: number
  right: number
}

/** Time and values of one moment; the time in the person's zone and in UTC. */
function MomentTip({ moment: { time, readings }, left, right }: MomentTipProps) {
  const clock = useClock()
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 4,
        ...(right > left ? { left: left + 10 } : { right: right + 10 }),
        maxWidth: `${Math.max(left, right) - 10}px`,
        px: 1.25,
        py: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        boxShadow: 3,
        fontSize: '0.8125rem',
        fontVariantNumeric: 'tabular-nums',
        pointerEvents: 'none',
        zIndex: 1,
      }}
    >
      <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{formatTime(time, clock)}</Box>
      <Typography component="div" variant="caption" color="text.secondary" noWrap>
        {new Date(time).toISOString()}
      </Typography>
      {readings.slice(0, SHOWN).map(({ label, color, value, decimals }) => (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            sx={{ width: 10, height: 10, borderRadius: 0.5, flexShrink: 0 }}
            style={{ backgroundColor: color }}
          />
          <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
          <strong>{formatReading(value, { decimals, label }, clock.locale)}</strong>
        </Box>
      ))}
      {readings.length > SHOWN && <div>+{readings.length - SHOWN}</div>}
    </Box>
  )
}

interface SurfaceProps extends SurfaceOptions {
  /** Bounds of the vertical axis. */
  values: readonly [number, number]
  /** Of the plot, in px. */
  height: number
}

/**
 * Lies over the plot and shows the nearest reading. A drag zooms, or moves the span with Shift; Ctrl and the wheel
 * zoom. On the keyboard, arrows go from reading to reading, or move the span with Shift; plus and minus zoom, 0 resets.
 */
export function Surface({ values, height, ...options }: SurfaceProps) {
  const translate = useTranslate()
  const { span, width } = options
  const { plot, moment, drag, isHintShown, handlers } = useSurface(options)
  const x = moment ? ((moment.time - span[0]) / (span[1] - span[0])) * width : 0
  const yOf = (value: number) => height - ((value - values[0]) / (values[1] - values[0])) * height
  return (
    <Plot
      ref={plot}
      role="application"
      tabIndex={0}
      aria-label={translate('dashboard.chart.surface')}
      {...handlers}
      style={{ width, height, cursor: drag?.moving && 'grabbing' }}
    >
      {drag && !drag.moving && (
        <Stretch style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }} />
      )}
      {moment && (
        <>
          <Cursor style={{ left: x }} />
          {moment.readings.map(({ label, color, value }) => (
            <Dot key={label} style={{ left: x, top: yOf(value), backgroundColor: color }} />
          ))}
        </>
      )}
      <Box role="status">{moment && <MomentTip moment={moment} left={x} right={width - x} />}</Box>
      {isHintShown && <WheelHint aria-hidden>{translate('dashboard.chart.wheelHint')}</WheelHint>}
    </Plot>
  )
}
