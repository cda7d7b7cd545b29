import { Box, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { formatTime } from '../../../components/page/TimeText'
import { formatValue } from './format'
import type { Moment } from './nearest'

/** Most lines that the tip names. */
const SHOWN = 12

interface MomentTipProps {
  moment: Moment
  /** In px from the left and the right edge of the plot: the tip stands on the side that has room. */
  left: number
  right: number
}

/** What was read at a moment: its exact time, local and in UTC, and the values. */
export function MomentTip({ moment: { time, readings }, left, right }: MomentTipProps) {
  const locale = useLocale() ?? 'en'
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
      <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{formatTime(time, locale)}</Box>
      <Typography component="div" variant="caption" color="text.secondary" noWrap>
        {new Date(time).toISOString()}
      </Typography>
      {readings.slice(0, SHOWN).map(({ label, color, value }) => (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            sx={{ width: 10, height: 10, borderRadius: 0.5, flexShrink: 0 }}
            style={{ backgroundColor: color }}
          />
          <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
          <strong>{formatValue(value, locale)}</strong>
        </Box>
      ))}
      {readings.length > SHOWN && <div>+{readings.length - SHOWN}</div>}
    </Box>
  )
}
