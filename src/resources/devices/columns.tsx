import { styled } from '@mui/material'
import type { Device } from '#contract/devices'
import { CopyText, TagChips, TimeText } from '../../components/page'
import { type Column, NameLink } from '../../components/table'
import { useTags } from '../../components/tags/useTags'
import { useTranslate } from '../../i18n/translate'
import { Labels } from './Labels'
import { RowActions } from './RowActions'
import { SessionText } from './SessionText'
import { useDeviceLinks } from './useDeviceLinks'

const Comment = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})

function DeviceName({ device: { id, name } }: { device: Device }) {
  return <NameLink to={useDeviceLinks(id).detail} name={name} />
}

function DeviceId({ id }: { id: string }) {
  return <CopyText short value={id} what={useTranslate()('devices.id')} />
}

/** Columns of the device list. Spec 2, section 2. */
export const columns: readonly Column<Device>[] = [
  {
    id: 'name',
    label: 'devices.name',
    cell: (device) => <DeviceName device={device} />,
    sortBy: 'name',
    filter: { kind: 'text', source: 'name' },
    primary: true,
    hideable: false,
    width: 150,
  },
  {
    id: 'comment',
    label: 'devices.comment',
    cell: ({ comment }) => <Comment title={comment ?? undefined}>{comment}</Comment>,
    yields: 4,
    inDetails: true,
  },
  {
    id: 'id',
    label: 'devices.id',
    cell: ({ id }) => <DeviceId id={id} />,
    sortBy: 'id',
    width: 192,
    yields: 3,
    inDetails: true,
  },
  {
    id: 'tags',
    label: 'devices.tags',
    cell: ({ tags }) => <TagChips tags={tags} />,
    filter: {
      kind: 'multiselect',
      source: 'tag_ids',
      logicSource: 'tag_filter_logic',
      useChoices: useTags,
    },
  },
  {
    id: 'serial_number',
    label: 'devices.serialNumber',
    cell: ({ serial_number }) => serial_number,
    sortBy: 'serial_number',
    filter: { kind: 'text', source: 'serial_number' },
    width: 128,
  },
  {
    id: 'last_seen',
    label: 'devices.lastSeenColumn',
    cell: ({ last_seen }) => <TimeText value={last_seen} />,
    sortBy: 'last_seen',
    width: 120,
  },
  {
    id: 'session',
    label: 'devices.session',
    cell: ({ session_id }) => <SessionText sessionId={session_id} />,
    sortBy: 'session_id',
    width: 120,
    yields: 5,
    inDetails: true,
  },
  {
    id: 'created',
    label: 'devices.created',
    cell: ({ created_at }) => <TimeText value={created_at} />,
    width: 124,
    hidden: true,
    yields: 2,
    inDetails: true,
  },
  {
    id: 'labels',
    label: 'devices.labels',
    cell: ({ label }) => <Labels label={label} />,
    hidden: true,
    yields: 1,
    inDetails: true,
  },
  {
    id: 'actions',
    label: 'devices.actions.title',
    cell: (device) => <RowActions device={device} />,
    hideable: false,
    width: 120,
  },
]
