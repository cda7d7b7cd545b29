import { Alert, Stack, Typography } from '@mui/material'
import { type Device, deviceClaimSchema } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { CreateDialog } from '../../../components/form'
import { msg as replacementMsg } from '../../../components/replacement/texts'
import { FormInputs } from '../../../components/resource/FormInputs'
import { formOf } from '../../../components/resource/form'
import { toast } from '../../../components/toast/toasts'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { deviceFields } from '../fields'
import { ScanButton } from '../scan/ScanButton'
import { useTranslate } from '../texts'

const { form, initial } = formOf(deviceFields, deviceClaimSchema)
const taken = { serial_number: replacementMsg('replacement.taken') } as const

interface ReplaceDialogProps {
  device: Device
  onClose: () => void
}

/** Dialog that replaces the hardware of a device; it says what stays and what ends. */
export default function ReplaceDialog({ device, onClose }: ReplaceDialogProps) {
  const translate = useTranslate()
  const { invalidateAll } = useAnswers()
  const { ask } = useSpaceport()
  const spaceId = useSpaceId()

  const onReplaced = ({ serial_number }: Device) => {
    toast({
      kind: 'success',
      title: translate(replacementMsg('replacement.done')),
      description: translate(replacementMsg('replacement.doneHint'), { serialNumber: serial_number }),
    })
    onClose()
    // Its page, its jobs and every list with its serial number.
    void invalidateAll()
  }

  return (
    <CreateDialog
      resource={`devices/${device.id}/replace`}
      title={translate(replacementMsg('replacement.title'), { name: device.name })}
      submitLabel={translate(replacementMsg('replacement.submit'))}
      onClose={onClose}
      initial={initial}
      {...form}
      taken={taken}
      create={(hardware) =>
        ask(handoverApi.replace, {
          params: { spaceId, deviceId: device.id },
          body: deviceClaimSchema.parse(hardware),
        })
      }
      onCreated={onReplaced}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{translate(replacementMsg('replacement.stays'))}</Typography>
        <Alert severity="warning">
          {translate(replacementMsg('replacement.ends'), { serialNumber: device.serial_number })}
        </Alert>
        <Typography color="text.secondary">{translate(replacementMsg('replacement.intro'))}</Typography>
        <ScanButton />
        <FormInputs fields={deviceFields} schema={deviceClaimSchema} />
      </Stack>
    </CreateDialog>
  )
}
