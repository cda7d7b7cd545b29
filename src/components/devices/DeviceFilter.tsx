import { useGetOne } from '../../dataProvider/queries'
import { useAddressFilter } from '../page'
import { DeviceSelect } from './DeviceSelect'

/** The device that the address limits a list to, as `deviceId`; null for all. */
export const useDeviceFilter = () => useAddressFilter('deviceId')[0]

/** Limits a list to what is of one device. */
export function DeviceFilter({ label }: { label: string }) {
  const [id, choose] = useAddressFilter('deviceId')
  const { data, isLoading } = useGetOne(
    'devices',
    { id: id ?? '' },
    { enabled: id !== null, onError: () => undefined },
  )
  return (
    <DeviceSelect
      label={label}
      value={(id !== null && data) || null}
      onChange={(device) => choose(device.id)}
      onClear={() => choose(null)}
      isLoading={isLoading}
      isFilter
    />
  )
}
