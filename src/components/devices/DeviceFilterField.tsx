import { useGetOne } from '../../dataProvider/queries'
import type { RecordFilterProps } from '../table/types'
import { DeviceSelect } from './DeviceSelect'

/** Selects the device to which a list is limited. */
export default function DeviceFilterField({ label, value, onChange }: RecordFilterProps) {
  const { data, isLoading } = useGetOne(
    'devices',
    { id: value ?? '' },
    { enabled: value !== undefined, onError: () => undefined },
  )
  return (
    <DeviceSelect
      label={label}
      value={(value !== undefined && data) || null}
      onChange={({ id }) => onChange(id)}
      onClear={() => onChange(undefined)}
      isLoading={isLoading}
      isAtOnce
    />
  )
}
