import { useGetOne } from '../../dataProvider/queries'
import { lazyPart } from '../lazyPart'
import type { FilterOf } from '../table/types'

function DeviceName({ id }: { id: string }) {
  const { data } = useGetOne('devices', { id }, { staleTime: 60_000, onError: () => undefined })
  return <span>{data?.name ?? id}</span>
}

/** Limits a list to the rows of one device. */
export const byDevice = {
  kind: 'record',
  source: 'device_id',
  parameter: 'deviceId',
  Field: lazyPart(() => import('./DeviceFilterField')),
  Shown: DeviceName,
} as const satisfies FilterOf<'record'>
