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

function Seam({ seam }: { seam: DeviceReplacement }) {
  const translate = useTranslate()
  return (
    <Line>
      <strong>
        <SwapIcon fontSize="small" />
        {translate('replacement.seam')}
      </strong>
      <span>
        {translate('replacement.seamSerials', { old: seam.old_serial_number, new: seam.new_serial_number })}
      </span>
      <TimeText value={seam.created_at} />
      {seam.by}
    </Line>
  )
}

/** Says, between two messages of a device, that its hardware was replaced. */
export default function SeamMark({ seams }: { seams: readonly DeviceReplacement[] }) {
  return (
    <>
      {seams.map((seam) => (
        <Seam key={seam.id} seam={seam} />
      ))}
    </>
  )
}
