import DetailIcon from '@mui/icons-material/InfoOutlined'
import { IconButton, styled, Typography } from '@mui/material'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react'
import { useListContext } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { lazyPart, Waiting } from '../../../components/lazyPart'
import { EarlierContext } from '../../../components/message/Summary'
import { earlierOf } from '../../../components/message/summary'
import { columnsOf } from '../../../components/resource/fields'
import { ResourceList } from '../../../components/resource/ResourceList'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { PreviousLink } from '../compare/PreviousLink'
import { messageFields } from '../fields'
import { HeaderActions, OriginMissing, useOrigin } from './origin'
import { SeamFrame } from './seams/SeamFrame'
import { LiveFooter, LiveFrame, LiveNotice, LiveSwitch } from './tail/LiveTail'
import { useLiveAddress } from './tail/useTail'

const RowBody = lazyPart(() => import('./RowBody'))

const defaultSort = { field: 'id', order: 'DESC' } as const
const rowLabel = ({ type, device_serial_number, created_at }: Message) =>
  `${type} ${device_serial_number ?? ''} ${created_at}`
const expand = (message: Message) => (
  <Suspense fallback={<Waiting />}>
    <RowBody message={message} />
  </Suspense>
)

const Actions = styled('div')({
  display: 'flex',
  alignItems: 'center',
  marginInlineStart: -5,
  // Gives the icons the baseline of a text, for the label beside them on a card.
  '&::before': { content: '"\\200b"' },
})

/** Leads to the message, and compares it with the one before. Spec 2, section 2. */
function RowActions({ message }: { message: Message }) {
  const translate = useTranslate()
  const label = translate('messages.list.open')
  return (
    <Actions>
      <IconButton
        component={Link}
        to={useAddresses().record('messages', message.id)}
        size="small"
        aria-label={label}
        title={label}
      >
        <DetailIcon fontSize="small" />
      </IconButton>
      <PreviousLink message={message} variant="icon" />
    </Actions>
  )
}

/** The columns, in their order: the id is the last that one looks for. */
const ORDER = [
  'created_at',
  'device_serial_number',
  'type',
  'direction',
  'body',
  'down_state',
  'id',
  'actions',
]
const columns = columnsOf<Message>(messageFields, {
  actions: { cell: (message) => <RowActions message={message} />, width: 84 },
}).toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id))

/** Opens the comparison once exactly two messages are selected, the older one first; Back leads to the list. Spec 2, section 2. */
function CompareSelected() {
  const translate = useTranslate()
  const { compare } = useAddresses()
  const navigate = useNavigate()
  const { selectedIds, onSelect } = useListContext()
  // Ids of version 7 are in the order of time.
  const [a, b, more] = selectedIds.map(String).toSorted()
  const link = a && b && !more ? compare(a, b) : null
  useEffect(() => {
    if (!link) return
    onSelect([])
    void navigate(link)
  }, [link, navigate, onSelect])
  return <Typography variant="body2">{translate('messages.list.selectTwo')}</Typography>
}

/** Tells each message which one was before it. */
function EarlierFrame({ children }: { children: ReactNode }) {
  const { data } = useListContext<Message>()
  const earlier = useMemo(() => earlierOf(data ?? []), [data])
  return <EarlierContext value={earlier}>{children}</EarlierContext>
}

/** The list while it is live, what its messages say, and the seams in the history of its device. */
const Frame = ({ children }: { children: ReactNode }) => (
  <LiveFrame>
    <EarlierFrame>
      <SeamFrame>{children}</SeamFrame>
    </EarlierFrame>
  </LiveFrame>
)

/** Messages of the space, a device or a tag, newest first. Spec 2, section 2. */
export default function MessageList() {
  const { deviceId, tagId, filter, isLoading, missing, title } = useOrigin()
  const { isLive } = useLiveAddress()
  const { record } = useAddresses()
  const rowAddress = useCallback(({ id }: Message) => record('messages', id), [record])
  if (missing) return <OriginMissing kind={missing} />
  if (isLoading) return <Waiting />
  return (
    <ResourceList
      // Nothing that is selected or open in one list belongs to another.
      key={JSON.stringify(filter)}
      columns={columns}
      titleText={title}
      defaultSort={defaultSort}
      filter={filter}
      headerActions={<HeaderActions {...{ deviceId, tagId }} />}
      expand={expand}
      bulkActions={<CompareSelected />}
      rowLabel={rowLabel}
      rowAddress={rowAddress}
      frame={Frame}
      refreshesItself={isLive}
      toolbarActions={<LiveSwitch />}
      notice={<LiveNotice />}
      footer={<LiveFooter />}
    />
  )
}
