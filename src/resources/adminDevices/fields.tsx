import { type ADMIN_DEVICE_SORTS, type AdminDevice } from '#contract/admin'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { spaceAddresses } from '../../addresses'
import { CopyText } from '../../components/page'
import { copyField, type Fields, idField, timeField } from '../../components/resource/fields'
import { NameLink } from '../../components/table'
import { msg, useTranslate } from './texts'

function SpaceId({ id }: { id: string }) {
  return <CopyText value={id} what={useTranslate()('adminDevices.spaceId')} short />
}

/** The fields of a device in the admin area. Rules, "Admin area". */
export const adminDeviceFields = {
  name: {
    ...copyField<AdminDevice>(msg('adminDevices.name'), ({ name }) => name),
    column: {
      cell: ({ id, name, space_id }) => (
        <NameLink to={spaceAddresses(space_id).record('devices', id)} name={name} />
      ),
      sortBy: 'name',
      filter: {
        kind: 'text',
        source: 'text',
        label: msg('adminDevices.search'),
        capability: LIST_FILTERS_CAPABILITY,
      },
      primary: true,
      hideable: false,
    },
  },
  space_id: {
    label: msg('adminDevices.spaceId'),
    show: ({ space_id }) => <SpaceId id={space_id} />,
    column: { width: 192, hidden: true, dropPriority: 2 },
  },
  space_name: {
    label: msg('adminDevices.space'),
    show: ({ space_id, space_name }) => (
      <NameLink to={spaceAddresses(space_id).list('devices')} name={space_name} />
    ),
    column: { sortBy: 'space_name', card: 'line' },
  },
  id: idField<AdminDevice, 'id'>(msg('adminDevices.id'), { sortBy: 'id', dropPriority: 3 }),
  serial_number: {
    ...copyField<AdminDevice>(msg('adminDevices.serialNumber'), ({ serial_number }) => serial_number),
    column: {
      cell: ({ serial_number }) => serial_number,
      sortBy: 'serial_number',
      width: 136,
      figures: true,
    },
  },
  last_seen: timeField<AdminDevice, 'last_seen'>(msg('adminDevices.lastSeen'), ({ last_seen }) => last_seen, {
    sortBy: 'last_seen',
    width: 124,
    dropPriority: 1,
    card: 'line',
  }),
  created_at: 'hidden',
} satisfies Fields<AdminDevice, object, (typeof ADMIN_DEVICE_SORTS)[number]>
