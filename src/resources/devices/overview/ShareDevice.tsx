import type { Device } from '#contract/devices'
import ShareDialog from '../../../components/guestLinks/ShareDialog'
import { mainSeries, useSeries } from '../../../components/series/useSeries'

interface ShareDeviceProps {
  device: Device
  onClose: () => void
}

/** Shares a device with its main values. Rules, "Guest links". */
export default function ShareDevice({ device, onClose }: ShareDeviceProps) {
  const { data } = useSeries(device.id)
  return <ShareDialog {...{ device, onClose }} series={data && mainSeries(data)} hours={null} />
}
