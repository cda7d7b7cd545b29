import MessagesIcon from '@mui/icons-material/ForumOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { AdminDevice } from '#contract/admin'
import { spaceAddresses } from '../../addresses'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { TransferButton } from '../../components/sims/TransferButton'
import { RowMenu } from '../../components/table'
import { adminDeviceFields } from './fields'
import { useTranslate } from './texts'

const SORT = { field: 'name', order: 'ASC' } as const

/** Links from a row to the messages and the page of its device, in the device's space. */
function DeviceLinks({ device: { id, name, space_id } }: { device: AdminDevice }) {
  const translate = useTranslate()
  const addresses = spaceAddresses(space_id)
  const actions = [
    {
      text: translate('layout.titles.messages'),
      label: translate('adminDevices.messages', { name }),
      Icon: MessagesIcon,
      does: addresses.list('messages', { deviceId: id }),
    },
    {
      text: translate('table.openIt'),
      label: translate('table.open', { name }),
      Icon: DetailIcon,
      does: addresses.record('devices', id),
    },
  ]
  return <RowMenu name={name} actions={actions} />
}

const columns = columnsOf<AdminDevice>(adminDeviceFields, {
  actions: { cell: (device) => <DeviceLinks device={device} /> },
})

/** The devices of all spaces. Rules, "Admin area". */
export default function AdminDeviceList() {
  return <ResourceList columns={columns} defaultSort={SORT} headerActions={<TransferButton />} />
}
