import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { type DragEvent, type KeyboardEvent, useId } from 'react'
import { useTranslate } from 'react-admin'
import type { DeviceClaim } from '#contract/devices'
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
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const titleId = useId()
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
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={keepKeys}
      onDragOver={allowDrop}
      onDrop={(event) => takePhoto(event, event.dataTransfer.files)}
      onPaste={(event) => takePhoto(event, event.clipboardData.files)}
    >
      <DialogTitle id={titleId}>{translate('devices.scan.title')}</DialogTitle>
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
    </Dialog>
  )
}
