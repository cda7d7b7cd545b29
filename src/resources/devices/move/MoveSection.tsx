import { Typography } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { Device } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { PermissionButton, Section } from '../../../components/page'
import { LaterTexts } from '../../../i18n/LaterTexts'
import { useTranslate } from '../../../i18n/translate'
import { MoveDialog } from './MoveDialog'

function Move({ device }: { device: Device }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={translate('deviceMove.section')}>
      <Typography sx={{ mb: 2 }}>{translate('deviceMove.about')}</Typography>
      <PermissionButton
        permission={handoverApi.move.permission}
        variant="outlined"
        onClick={() => setOpen(true)}
      >
        {translate('deviceMove.label')}
      </PermissionButton>
      {isOpen && <MoveDialog device={device} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Offers to move the device around it to another space. */
export default function MoveSection() {
  const device = useRecordContext<Device>()
  return <LaterTexts fallback={null}>{device && <Move device={device} />}</LaterTexts>
}
