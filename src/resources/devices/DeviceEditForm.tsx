import { Box, Stack } from '@mui/material'
import { useDelete, useUpdate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import type { Device } from '#contract/devices'
import { Section } from '../../components/page'
import { type Deletion, EditForm } from '../../components/page/form'
import { toast } from '../../components/toast/toasts'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { deviceCodec, editSchema } from './form/codec'
import { DetailInputs, fieldMessages, NameInput } from './form/DeviceInputs'

/** Form of an existing device. Spec 2, sections 2 and 7. */
export default function DeviceEditForm({ device }: { device: Device }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const list = `/space/${useSpaceId()}/devices`
  const [update] = useUpdate<Device>()
  const [deleteOne] = useDelete<Device>()
  const { id, name } = device

  const save = (data: z.output<typeof editSchema>) =>
    update('devices', { id, data, previousData: device }, { returnPromise: true })
  const deletion: Deletion = {
    permission: 'space:device:delete',
    title: translate('devices.delete.title', { name }),
    text: translate('devices.delete.text'),
    run: () => deleteOne('devices', { id, previousData: device }, { returnPromise: true }),
    onDeleted: () => {
      toast({ kind: 'success', title: translate('devices.delete.done') })
      void navigate(list, { replace: true })
    },
  }

  return (
    <Section title={translate('devices.details.title')}>
      <Box sx={{ maxWidth: 800 }}>
        <EditForm
          resource="devices"
          row={device}
          schema={editSchema}
          codec={deviceCodec}
          messages={fieldMessages}
          save={save}
          deletion={deletion}
        >
          <Stack sx={{ gap: 2 }}>
            <NameInput />
            <DetailInputs />
          </Stack>
        </EditForm>
      </Box>
    </Section>
  )
}
