import PhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import { Alert, Button, DialogActions, DialogContent, LinearProgress, Stack, Typography } from '@mui/material'
import { type DragEvent, type KeyboardEvent, useRef } from 'react'
import type { DeviceClaim } from '#contract/devices'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { CameraView } from './CameraView'
import { useTranslate } from './texts'
import { useCamera } from './useCamera'
import { useScan } from './useScan'

interface PhotoButtonProps {
  loading: boolean
  disabled: boolean
  onPhoto: (file: File) => void
}

/** Chooses a photo from a file. */
function PhotoButton({ loading, disabled, onPhoto }: PhotoButtonProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const chosen = (files: FileList | null) => {
    const file = files?.item(0)
    if (file) onPhoto(file)
    // Allows the same file to be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div>
      <LoadingButton
        variant="outlined"
        startIcon={<PhotoIcon />}
        loading={loading}
        loadingPosition="start"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {translate('devices.scan.photo')}
      </LoadingButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={translate('devices.scan.photo')}
        onChange={({ target }) => chosen(target.files)}
      />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {translate('devices.scan.photoHint')}
      </Typography>
    </div>
  )
}

interface ScanDialogProps {
  onClaim: (claim: DeviceClaim) => void
  onClose: () => void
}

// The form around the dialog must not handle its keys.
const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
const allowDrop = (event: DragEvent) => event.preventDefault()

/** Reads a device's QR code from the camera or from a photo. Rules, "Device scan". */
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
      <DialogActions>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
