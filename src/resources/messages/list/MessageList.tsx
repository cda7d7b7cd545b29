import CompareIcon from '@mui/icons-material/CompareArrows'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import { type ReactNode, Suspense, useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MESSAGE_SEARCH_CAPABILITY } from '#contract/messageSearch/capability'
import type { Message } from '#contract/messages'
import { lazyPart, PartFrame, Waiting } from '../../../components/lazyPart'
import { useCompareMode } from '../../../components/page'
import { columnsOf } from '../../../components/resource/fields'
import { ResourceList } from '../../../components/resource/ResourceList'
import { RowMenu } from '../../../components/table'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useComparePrevious } from '../compare/PreviousLink'
import { messageFields } from '../fields'
import { SelectionActions } from '../selection/SelectionActions'
import { msg, useTranslate } from '../texts'
import { HeaderActions, OriginMissing, useOrigin } from './origin'
import { ReplacementMarkers } from './replacementMarkers/ReplacementMarkers'
import { LiveFooter, LiveFrame, LiveNotice, LiveSwitch } from './tail/LiveTail'
import { useLiveAddress } from './tail/useTail'

const RowBody = lazyPart(() => import('./RowBody'))
const UplinkGuide = lazyPart(() => import('../../../components/guide/UplinkGuide'))

const MessageSearch = lazyPart(() => import('../search/MessageSearch'))
const CompareDialog = lazyPart(() => import('../compare/CompareDialog'))

const defaultSort = { field: 'id', order: 'DESC' } as const
const rowLabel = ({ type, device_serial_number, created_at }: Message) =>
  `${type} ${device_serial_number ?? ''} ${created_at}`
const expand = (message: Message) => (
  <Suspense fallback={<Waiting />}>
    <RowBody message={message} />
  </Suspense>
)

/** Links to the message, and compares it with the previous one. Rules, "Messages". */
function Actions({ message }: { message: Message }) {
  const translate = useTranslate()
  const actions = [
    {
      text: translate('table.openIt'),
      label: translate('messages.list.open'),
      Icon: DetailIcon,
      does: useAddresses().record('messages', message.id),
    },
    {
      text: translate('messages.compare.withPrevious'),
      label: translate('messages.compare.withPrevious'),
      Icon: CompareIcon,
      does: useComparePrevious(message).open,
    },
  ]
  return <RowMenu name={rowLabel(message)} actions={actions} />
}

/** Order of the columns: the id is needed least. */
const ORDER = [
  'created_at',
  'device_serial_number',
  'type',
  'direction',
  'body',
  'down_state',
  'id',
  'actions',
] satisfies (keyof typeof messageFields | 'actions')[]
const placeOf = (column: string) => ORDER.findIndex((id) => id === column)
const columns = columnsOf<Message>(messageFields, {
  actions: { cell: (message) => <Actions message={message} /> },
}).toSorted((a, b) => placeOf(a.id) - placeOf(b.id))

/** The comparison over the list. */
function Compared() {
  const { compared, stopComparing } = useCompareMode()
  if (!compared) return null
  return (
    <PartFrame onClose={stopComparing}>
      <CompareDialog compared={compared} onClose={stopComparing} />
    </PartFrame>
  )
}

/** The live list, and markers of the device's history. */
const Frame = ({ children }: { children: ReactNode }) => (
  <LiveFrame>
    <ReplacementMarkers>{children}</ReplacementMarkers>
  </LiveFrame>
)

/** Messages of the space, a device or a tag, newest first. Rules, "Messages". */
export default function MessageList() {
  const { deviceId, tagId, filter, isLoading, missing, title } = useOrigin()
  const { isLive } = useLiveAddress()
  const { record } = useAddresses()
  const rowAddress = useCallback(({ id }: Message) => record('messages', id), [record])
  const text = useSearchParams()[0].get('search')
  const canSearch = useCapability(MESSAGE_SEARCH_CAPABILITY)
  if (missing) return <OriginMissing kind={missing} />
  if (isLoading) return <Waiting />
  if (text !== null && canSearch)
    return (
      <Suspense fallback={<Waiting />}>
        <MessageSearch key={JSON.stringify(filter)} text={text} filter={filter} title={title} />
      </Suspense>
    )
  const list = (
    <ResourceList
      // A selection or an expanded row belongs to one list only.
      key={JSON.stringify(filter)}
      columns={columns}
      titleText={title}
      defaultSort={defaultSort}
      emptyText={msg('messages.list.empty')}
      filter={filter}
      headerActions={<HeaderActions {...{ deviceId, tagId }} />}
      expand={expand}
      bulkActions={<SelectionActions />}
      rowLabel={rowLabel}
      rowAddress={rowAddress}
      frame={Frame}
      refreshesItself={isLive}
      toolbarActions={<LiveSwitch />}
      notice={<LiveNotice />}
      footer={<LiveFooter />}
      guide={deviceId === null && tagId === null && <UplinkGuide />}
    />
  )
  return (
    <>
      {list}
      <Compared />
    </>
  )
}
