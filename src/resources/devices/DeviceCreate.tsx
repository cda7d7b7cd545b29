import { Stack } from '@mui/material'
import { useCreate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { CreateDialog } from '../../components/page/form'
import type { CreateDialogProps } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { ClaimInputs } from './form/ClaimInputs'
import { createPayload, createSchema, type NewDeviceValues, newDeviceCodec } from './form/codec'
import { DetailInputs, fieldMessages, NameInput } from './form/DeviceInputs'
import { ScanButton } from './scan/ScanButton'

const EMPTY: NewDeviceValues = {
  name: null,
  serial_number: null,
  token: null,
  comment: null,
  label: [],
  tags: [],
}

const TAKEN = { serial_number: 'devices.errors.serialNumberTaken' }

/** Dialog that claims a device for the space; then the new device opens. Spec 2, sections 2 and 4. */
export default function DeviceCreate({ open, onClose }: CreateDialogProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [create] = useCreate<Device>()
  const spaceId = useSpaceId()
  if (!open) return null

  const openDevice = ({ id }: Device) => {
    toast({ kind: 'success', title: translate('devices.create.done') })
    void navigate(`/space/${spaceId}/devices/${id}`, { replace: true })
  }

  return (
    <CreateDialog
      resource="devices"
      title={translate('devices.create.title')}
      submitLabel={translate('devices.create.submit')}
      onClose={onClose}
      initial={EMPTY}
      schema={createSchema}
      codec={newDeviceCodec}
      messages={fieldMessages}
      taken={TAKEN}
      secrets={['token']}
      create={(input) => create('devices', { data: createPayload(input) }, { returnPromise: true })}
      onCreated={openDevice}
    >
      <Stack sx={{ gap: 2 }}>
        <ScanButton />
        <NameInput />
        <ClaimInputs />
        <DetailInputs />
      </Stack>
    </CreateDialog>
  )
}
