import { alpha, Box, styled } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import type { Series } from '../series/series'
import { DOT_RADIUS, MARGIN } from './look'
import { MomentTip } from './MomentTip'
import { useSurface } from './useSurface'
import type { Span } from './view'

const Plot = styled('div')({
  position: 'absolute',
  top: MARGIN.top,
  left: MARGIN.left,
  cursor: 'crosshair',
  // A finger drags the plot sideways and the page up and down.
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

interface SurfaceProps {
  series: readonly Series[]
  span: Span
  values: readonly [number, number]
  /** Of the plot, in px. */
  width: number
  height: number
  /** Shows another stretch; null shows everything. */
  onZoom: (span: Span | null) => void
}

/**
 * Lies over the plot: a drag zooms, with Shift it moves the stretch, Ctrl and the wheel zoom, and the nearest reading is
 * told. By keyboard the arrows go from reading to reading, with Shift they move the stretch; plus and minus zoom, 0 shows
 * everything.
 */
export function Surface({ series, span, values, width, height, onZoom }: SurfaceProps) {
  const translate = useTranslate()
  const { plot, moment, drag, isHintShown, handlers } = useSurface({ series, span, width, onZoom })
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
