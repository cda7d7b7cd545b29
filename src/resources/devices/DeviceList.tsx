import { Suspense } from 'react'
import type { Device } from '#contract/devices'
import { lazyPart, Waiting } from '../../components/lazyPart'
import { TableList } from '../../components/table'
import { BulkActions } from './bulk/BulkActions'
import { columns } from './columns'

const DeviceCreate = lazyPart(() => import('./DeviceCreate'))
const DeviceRowDetails = lazyPart(() => import('./DeviceRowDetails'))

const defaultSort = { field: 'id', order: 'DESC' } as const
const rowLabel = ({ name }: Device) => name
const expand = (device: Device) => (
  <Suspense fallback={<Waiting />}>
    <DeviceRowDetails device={device} />
  </Suspense>
)

/** Devices of the space. Spec 2, section 2. */
export default function DeviceList() {
  return (
    <TableList
      columns={columns}
      title="devices.title"
      entity="devices.entity"
      defaultSort={defaultSort}
      create={DeviceCreate}
      createLabel="devices.create.label"
      createPermission="space:device:create"
      expand={expand}
      bulkActions={<BulkActions />}
      rowLabel={rowLabel}
    />
  )
}
