import ScanIcon from '@mui/icons-material/QrCodeScanner'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type DeviceClaim, isScannedName, scannedName } from '#contract/devices'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { toast } from '../../../components/toast/toasts'
import { useTranslate } from './texts'

const ScanDialog = lazyPart(() => import('./ScanDialog'))

const AS_TYPED = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

/** The fields of the device in the form; a cleared input holds null, and only a new device has a name. */
interface ScannedValues {
  name?: string | null
  serial_number: string | null
  token: string | null
}

/** Fills the form from the QR code of a device, but keeps a typed name. Rules, "Device scan". */
export function ScanButton() {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext<ScannedValues>()
  const [scanning, setScanning] = useState(false)
  const close = () => setScanning(false)

  const fill = ({ serial_number, token }: DeviceClaim) => {
    const name = getValues('name')
    setValue('serial_number', serial_number, AS_TYPED)
    setValue('token', token, AS_TYPED)
    if (name === null || name === '' || (name && isScannedName(name)))
      setValue('name', scannedName(serial_number), AS_TYPED)
    close()
    toast({ kind: 'success', title: translate('devices.scan.scanned') })
  }

  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ScanIcon />}
        onClick={() => setScanning(true)}
        onPointerEnter={ScanDialog.preload}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('devices.scan.title')}
      </Button>
      {scanning && (
        <PartFrame onClose={close}>
          <ScanDialog onClaim={fill} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
