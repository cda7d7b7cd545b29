import type { Message } from '#contract/messages'
import { TimeText } from '../../../components/page'
import type { Column } from '../../../components/table'
import { DirectionText } from '../DirectionText'
import { DownStateChip } from '../detail/DownStateChip'
import { DeviceLink, MessageId, TypeText } from './cells'
import { RowActions } from './RowActions'
import { useDirectionChoices, useTypeChoices } from './useChoices'

/** Columns of the message list. Spec 2, section 2. */
export const columns: readonly Column<Message>[] = [
  { id: 'id', label: 'messages.id', cell: ({ id }) => <MessageId id={id} />, width: 184 },
  {
    id: 'created_at',
    label: 'messages.createdAt',
    cell: ({ created_at }) => <TimeText value={created_at} />,
    filter: { kind: 'dateRange', source: 'created_at', needsBoth: true, fallback: '10d' },
    primary: true,
    hideable: false,
    // On one line from 1280 px.
    width: 'clamp(112px, 33vw - 226px, 196px)',
  },
  {
    id: 'direction',
    label: 'messages.direction',
    cell: ({ direction }) => <DirectionText direction={direction} />,
    filter: { kind: 'multiselect', source: 'direction', useChoices: useDirectionChoices },
    width: 116,
  },
  {
    id: 'type',
    label: 'messages.type',
    cell: (message) => <TypeText message={message} />,
    filter: { kind: 'multiselect', source: 'type', useChoices: useTypeChoices },
    width: 108,
  },
  {
    id: 'device_serial_number',
    label: 'messages.serialNumber',
    cell: (message) => <DeviceLink message={message} />,
    width: 112,
  },
  {
    id: 'down_state',
    label: 'messages.downState',
    cell: ({ down_state }) => <DownStateChip state={down_state} />,
    width: 104,
  },
  {
    id: 'actions',
    label: 'table.actions',
    cell: (message) => <RowActions message={message} />,
    hideable: false,
    width: 84,
  },
]
