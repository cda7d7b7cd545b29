import { Typography } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { Device } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { PermissionButton, Section } from '../../../components/page'
import { MoveDialog } from './MoveDialog'
import { useTranslate } from './texts'

function Move({ device }: { device: Device }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={translate('devices.move.section')}>
      <Typography sx={{ mb: 2 }}>{translate('devices.move.about')}</Typography>
      <PermissionButton
        permission={handoverApi.move.permission}
        variant="outlined"
        onClick={() => setOpen(true)}
      >
        {translate('devices.move.label')}
      </PermissionButton>
      {isOpen && <MoveDialog device={device} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Offers to move the context's device to another space. */
export default function MoveSection() {
  const device = useRecordContext<Device>()
  return device && <Move device={device} />
}
