import { Typography } from '@mui/material'
import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { NextContact } from '../../../components/contact/Contact'
import { Loaded, PageHeader, TimeText } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { DownlinkForm } from './DownlinkForm'

function CreateMessage({ device }: { device: Device }) {
  const translate = useTranslate()
  const devices = `/space/${useSpaceId()}/devices`
  return (
    <>
      <PageHeader
        title={translate('messages.create.titleOf', { name: device.name })}
        parents={[
          { label: translate('devices.title'), to: devices },
          { label: device.name, to: `${devices}/${device.id}` },
        ]}
      >
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {translate('messages.create.lastSeen')}: <TimeText value={device.last_seen} relative />
          <br />
          <NextContact deviceId={device.id} />
        </Typography>
      </PageHeader>
      <DownlinkForm device={device} />
    </>
  )
}

/** Schedules a downlink for a device. Spec 2, section 2. */
export default function CreateMessagePage() {
  const { deviceId = '' } = useParams()
  const query = useGetOne<Device>('devices', { id: deviceId })
  return <Loaded query={query}>{(device) => <CreateMessage key={device.id} device={device} />}</Loaded>
}
