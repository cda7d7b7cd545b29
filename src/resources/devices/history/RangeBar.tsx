import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import CalendarIcon from '@mui/icons-material/DateRange'
import BackIcon from '@mui/icons-material/Undo'
import ZoomIn from '@mui/icons-material/ZoomIn'
import ZoomOut from '@mui/icons-material/ZoomOut'
import { Box, Button, IconButton, styled, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { formatDateTime, useClock } from '../../../clock'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { CALENDAR_RANGES, isNamedRange, isSpan, SPANS, type Time } from './range'
import { useTranslate } from './texts'

const RangePopover = lazyPart(() => import('./RangePopover'))

/** Choices beside each other, wrapped into lines if there is no room. */
export const Choices = styled(ToggleButtonGroup)(({ theme }) => ({
  flexWrap: 'wrap',
  gap: theme.spacing(0.5),
  '.MuiToggleButton-root.MuiToggleButtonGroup-grouped': {
    margin: 0,
    paddingInline: theme.spacing(1.5),
    gap: theme.spacing(1),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    textTransform: 'none',
    overflowWrap: 'anywhere',
  },
}))

/** Time range, and controls to change it. */
export function RangeBar({ time }: { time: Time }) {
  const { span, moves, range, isOfLast, setSpan, pan, zoomBy, back } = time
  const translate = useTranslate()
  const clock = useClock()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const times = { after: formatDateTime(range.after, clock), before: formatDateTime(range.before, clock) }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <Choices
        exclusive
        size="small"
        value={span}
        onChange={(_event, next: string | null) => isNamedRange(next) && setSpan(next)}
        aria-label={translate('devices.history.range')}
      >
        {[...Object.keys(SPANS), ...CALENDAR_RANGES].filter(isNamedRange).map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`devices.history.ranges.${one}`)}
          </ToggleButton>
        ))}
      </Choices>
      <Button
        color="inherit"
        startIcon={<CalendarIcon />}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('devices.history.choose')}
      </Button>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <RangePopover {...{ anchor, time }} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
      <Box sx={{ display: 'flex' }}>
        <IconButton onClick={() => pan(-1)} aria-label={translate('devices.history.earlier')}>
          <ChevronLeft />
        </IconButton>
        <IconButton onClick={() => pan(1)} disabled={moves} aria-label={translate('devices.history.later')}>
          <ChevronRight />
        </IconButton>
        <IconButton onClick={() => zoomBy(0.5)} aria-label={translate('devices.history.zoomIn')}>
          <ZoomIn />
        </IconButton>
        <IconButton onClick={() => zoomBy(2)} aria-label={translate('devices.history.zoomOut')}>
          <ZoomOut />
        </IconButton>
      </Box>
      {back && (
        <Button color="inherit" startIcon={<BackIcon />} onClick={back}>
          {translate('devices.history.back')}
        </Button>
      )}
      {!isSpan(span) && (
        <Typography variant="body2" color="text.secondary">
          {translate(isOfLast ? 'devices.history.ofLast' : 'devices.history.zoomed', times)}
        </Typography>
      )}
    </Box>
  )
}
