import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import UplinkGuide from '../../components/guide/UplinkGuide'

/** Guide to the first uplink of a device: the first in the list that was never seen. */
export default function DeviceGuide() {
  const { data: [...devices] = [] } = useListContext<Device>()
  const device = devices.find(({ last_seen }) => last_seen === null) ?? devices[0]
  return <UplinkGuide serialNumber={device?.serial_number} />
}
