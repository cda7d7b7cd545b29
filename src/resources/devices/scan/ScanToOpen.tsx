import { useNavigate } from 'react-router-dom'
import type { Device, DeviceClaim } from '#contract/devices'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import ScanDialog from './ScanDialog'
import { useTranslate } from './texts'

/** Opens the device of this space whose QR code is held to the camera. Rules, "Device scan". */
export default function ScanToOpen({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const addresses = useAddresses()
  const showFailure = useFailureToast()
  const dataProvider = useSpaceport()
  const open = async ({ serial_number }: DeviceClaim) => {
    const { data } = await dataProvider.getList<Device>('devices', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'name', order: 'ASC' },
      filter: { serial_number },
    })
    // The server finds parts of numbers.
    const device = data.find((one) => one.serial_number === serial_number)
    if (device) return navigate(addresses.record('devices', device.id), { replace: true })
    toast({ kind: 'info', title: translate('devices.scan.unknown', { serial: serial_number }) })
    return onClose()
  }
  return <ScanDialog onClaim={(claim) => void open(claim).catch(showFailure)} onClose={onClose} />
}
