import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { Loaded, useEditMode } from '../../components/page'
import { isMissing } from '../../dataProvider/client'
import { DeviceDetail } from './DeviceDetail'
import { DeviceNotFound } from './DeviceNotFound'

/** Time between two looks at the device, in milliseconds; a hidden page does not look. */
const POLL_INTERVAL = 10_000

/** One device, viewed or edited. Spec 2, section 2. */
export default function DevicePage() {
  const { id = '' } = useParams()
  const { editing } = useEditMode()
  const query = useGetOne<Device>('devices', { id }, { refetchInterval: POLL_INTERVAL })

  // Someone else may delete the device during an edit: what was typed stays on screen.
  const isEdited = editing && query.data !== undefined
  if (isMissing(query.error) && !isEdited) return <DeviceNotFound />
  return <Loaded query={query}>{(device) => <DeviceDetail key={device.id} device={device} />}</Loaded>
}
