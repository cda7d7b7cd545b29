import { Box } from '@mui/material'
import { useState } from 'react'
import { canFirmwareGo, type FirmwareJob, firmwareApi } from '#contract/firmware'
import { ConfirmDialog, PermissionButton, useFailureToast, wasDenied } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useConfig } from '../../../config'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { useRefetchFirmware } from './useFirmware'

/** Cancels a job that the device has not yet taken over, where the server can do that. */
export function CancelJob({ job, deviceId }: { job: FirmwareJob; deviceId: string }) {
  const translate = useTranslate()
  const { capabilities } = useConfig()
  const { cancelFirmware } = useSpaceport()
  const refetch = useRefetchFirmware(deviceId)
  const showFailure = useFailureToast()
  const [asking, setAsking] = useState(false)
  if (!capabilities.includes(firmwareApi.cancel.capability) || !canFirmwareGo(job.state, 'canceled'))
    return null

  const cancel = async () => {
    try {
      if (wasDenied(await cancelFirmware(deviceId, job.id))) return
      toast({ kind: 'success', title: translate('devices.firmware.cancel.done') })
    } catch (error) {
      showFailure(error)
    }
    setAsking(false)
    await refetch()
  }

  return (
    <Box>
      <PermissionButton
        permission="space:device:firmware:delete"
        variant="outlined"
        color="error"
        onClick={() => setAsking(true)}
      >
        {translate('devices.firmware.cancel.label')}
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        title={translate('devices.firmware.cancel.title', { firmware: job.firmware_id })}
        confirmLabel={translate('devices.firmware.cancel.label')}
        closeLabel={translate('devices.firmware.cancel.keep')}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        {translate('devices.firmware.cancel.text')}
      </ConfirmDialog>
    </Box>
  )
}
