import { Alert, Button, DialogActions, DialogContent, LinearProgress, Stack, Typography } from '@mui/material'
import type { DragEvent, KeyboardEvent } from 'react'
import type { DeviceClaim } from '#contract/devices'
import { TaskDialog } from '../../../components/page/TaskDialog'
import { useTranslate } from '../../../i18n/translate'
import { CameraView } from './CameraView'
import { PhotoButton } from './PhotoButton'
import { useCamera } from './useCamera'
import { useScan } from './useScan'

interface ScanDialogProps {
  onClaim: (claim: DeviceClaim) => void
  onClose: () => void
}

// The form around the dialog has keys of its own.
const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
const allowDrop = (event: DragEvent) => event.preventDefault()

/** Reads a device's QR code from the camera or from a photo. Spec 2, section 2, "Device scan". */
export default function ScanDialog({ onClaim, onClose }: ScanDialogProps) {
  const translate = useTranslate()
  const camera = useCamera()
  const { isReady, failed, reading, refusal, readPhoto } = useScan({
    video: camera.video,
    isOn: camera.state.status === 'on',
    onClaim,
  })
  const takePhoto = (event: { preventDefault: () => void }, files: FileList | undefined) => {
    const file = files?.item(0)
    if (!file) return
    event.preventDefault()
    void readPhoto(file)
  }

  return (
    <TaskDialog
      title={translate('devices.scan.title')}
      onClose={onClose}
      onKeyDown={keepKeys}
      onDragOver={allowDrop}
      onDrop={(event) => takePhoto(event, event.dataTransfer.files)}
      onPaste={(event) => takePhoto(event, event.clipboardData.files)}
    >
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography color="text.secondary">{translate('devices.scan.intro')}</Typography>
          {failed && <Alert severity="error">{translate('devices.scan.failed')}</Alert>}
          {!isReady && !failed && <LinearProgress aria-label={translate('devices.scan.loading')} />}
          {refusal && <Alert severity="warning">{translate(`devices.scan.refusals.${refusal}`)}</Alert>}
          <CameraView {...camera} />
          <PhotoButton loading={reading || (!isReady && !failed)} disabled={failed} onPhoto={readPhoto} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{translate('devices.scan.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
