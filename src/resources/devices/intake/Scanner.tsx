import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { useState } from 'react'
import type { DeviceClaim } from '#contract/devices'
import { CameraView } from '../scan/CameraView'
import { useTranslate as useScanTranslate } from '../scan/texts'
import { useCamera } from '../scan/useCamera'
import { useScan } from '../scan/useScan'
import type { ReadDevice } from './rows'
import { useTranslate } from './texts'

/** A short tone for each device, so that nobody has to look at the screen. A browser without sound stays silent. */
function beep() {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    tone.frequency.value = 1200
    tone.connect(audio.destination)
    tone.addEventListener('ended', () => void audio.close())
    tone.start()
    tone.stop(audio.currentTime + 0.1)
  } catch {
    // The count on the screen says the same.
  }
}

interface ScannerProps {
  onDone: (devices: readonly ReadDevice[]) => void
  /** Is called with the number of scanned devices. */
  onCount: (count: number) => void
}

/** Reads the QR codes of devices one after the other; the camera stays on. */
export default function Scanner({ onDone, onCount }: ScannerProps) {
  const translate = useTranslate()
  const scanTranslate = useScanTranslate()
  const camera = useCamera()
  const [claims, setClaims] = useState<readonly DeviceClaim[]>([])
  const change = (changed: readonly DeviceClaim[]) => {
    setClaims(changed)
    onCount(changed.length)
  }
  const onClaim = (claim: DeviceClaim) => {
    if (claims.some(({ serial_number }) => serial_number === claim.serial_number)) return
    beep()
    change([...claims, claim])
  }
  const { isReady, failed, refusal } = useScan({
    video: camera.video,
    isOn: camera.state.status === 'on',
    onClaim,
  })
  const last = claims.at(-1)
  const done = () =>
    onDone(
      claims.map((claim, index) => ({
        ...claim,
        number: index + 1,
        name: '',
        tags: [],
        comment: '',
        label: {},
      })),
    )
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {failed && <Alert severity="error">{scanTranslate('devices.scan.failed')}</Alert>}
      {!isReady && !failed && <LinearProgress aria-label={scanTranslate('devices.scan.loading')} />}
      {refusal && <Alert severity="warning">{scanTranslate(`devices.scan.refusals.${refusal}`)}</Alert>}
      <CameraView {...camera} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography role="status" sx={{ flex: '1 1 auto' }}>
          <span>{translate('devices.intake.scanned', { smart_count: claims.length })}</span>
          {last && <span>{`. ${translate('devices.intake.last', { serial: last.serial_number })}`}</span>}
        </Typography>
        <Button disabled={!last} onClick={() => change(claims.slice(0, -1))}>
          {translate('devices.intake.removeLast')}
        </Button>
        <Button variant="contained" disabled={!last} onClick={done}>
          {translate('devices.intake.scanDone')}
        </Button>
      </Box>
    </Box>
  )
}
