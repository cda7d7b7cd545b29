import { Stack } from '@mui/material'
import { TextInput } from 'react-admin'
import { firmwareCreateSchema } from '#contract/firmware'
import { CreateDialog, type FieldMessages } from '../../../components/page/form'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { EMPTY, firmwareCodec } from './codec'
import { FirmwareIdInput } from './FirmwareIdInput'
import { useRefetchFirmware } from './useFirmware'

const fieldMessages: FieldMessages = { firmware: { pattern: 'devices.firmware.schedule.firmwareHint' } }

interface ScheduleDialogProps {
  deviceId: string
  /** Firmware ids to offer. */
  suggestions: readonly string[]
  onClose: () => void
}

/** Dialog that schedules the download of a firmware to the device. Spec 2, sections 5, 7 and 8. */
export default function ScheduleDialog({ deviceId, suggestions, onClose }: ScheduleDialogProps) {
  const translate = useTranslate()
  const { scheduleFirmware } = useSpaceport()
  const refetch = useRefetchFirmware(deviceId)

  const onScheduled = () => {
    toast({
      kind: 'success',
      title: translate('devices.firmware.schedule.doneTitle'),
      description: translate('devices.firmware.schedule.done'),
    })
    onClose()
    void refetch()
  }

  return (
    <CreateDialog
      resource={`devices/${deviceId}/firmware`}
      title={translate('devices.firmware.schedule.title')}
      submitLabel={translate('devices.firmware.schedule.submit')}
      onClose={onClose}
      initial={EMPTY}
      schema={firmwareCreateSchema}
      codec={firmwareCodec}
      messages={fieldMessages}
      create={(firmware) => scheduleFirmware(deviceId, firmware)}
      onCreated={onScheduled}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <FirmwareIdInput suggestions={suggestions} />
        <TextInput
          source="target"
          label="devices.firmware.target"
          autoComplete="off"
          helperText={false}
          required
          fullWidth
        />
      </Stack>
    </CreateDialog>
  )
}
