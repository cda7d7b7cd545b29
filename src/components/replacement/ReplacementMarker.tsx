import SwapIcon from '@mui/icons-material/SwapHoriz'
import { styled } from '@mui/material'
import type { DeviceReplacement } from '#contract/devices/handover'
import { TimeText } from '../page'
import { useTranslate } from './texts'

const Line = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 12px',
  overflowWrap: 'anywhere',
  strong: { display: 'inline-flex', alignItems: 'center', gap: 6, color: theme.palette.text.primary },
}))

function Marker({ marker }: { marker: DeviceReplacement }) {
  const translate = useTranslate()
  return (
    <Line>
      <strong>
        <SwapIcon fontSize="small" />
        {translate('replacement.marker')}
      </strong>
      <span>
        {translate('replacement.markerSerials', {
          old: marker.old_serial_number,
          new: marker.new_serial_number,
        })}
      </span>
      <TimeText value={marker.created_at} />
      {marker.by}
    </Line>
  )
}

/** Marks, between two messages of a device, that its hardware was replaced. */
export default function ReplacementMarker({ markers }: { markers: readonly DeviceReplacement[] }) {
  return (
    <>
      {markers.map((marker) => (
        <Marker key={marker.id} marker={marker} />
      ))}
    </>
  )
}
