import { Suspense } from 'react'
import type { Message } from '#contract/messages'
import { lazyPart, Waiting } from '../../../components/lazyPart'
import { TableList } from '../../../components/table'
import { CompareSelected } from './CompareSelected'
import { columns } from './columns'
import { HeaderActions } from './HeaderActions'
import { OriginMissing } from './OriginMissing'
import { LiveFooter } from './tail/LiveFooter'
import { LiveFrame } from './tail/LiveFrame'
import { LiveNotice } from './tail/LiveNotice'
import { LiveSwitch } from './tail/LiveSwitch'
import { useLiveAddress } from './tail/useLiveAddress'
import { useOrigin } from './useOrigin'

const RowBody = lazyPart(() => import('./RowBody'))

const defaultSort = { field: 'id', order: 'DESC' } as const
const rowLabel = ({ type, device_serial_number, created_at }: Message) =>
  `${type} ${device_serial_number ?? ''} ${created_at}`
const expand = (message: Message) => (
  <Suspense fallback={<Waiting />}>
    <RowBody message={message} />
  </Suspense>
)

/** Messages of the space, a device or a tag, newest first. Spec 2, section 2. */
export default function MessageList() {
  const { deviceId, tagId, filter, isLoading, missing, title } = useOrigin()
  const { isLive } = useLiveAddress()
  if (missing) return <OriginMissing kind={missing} />
  if (isLoading) return <Waiting />
  return (
    <TableList
      // Nothing that is selected or open in one list belongs to another.
      key={JSON.stringify(filter)}
      columns={columns}
      title="messages.list.title"
      titleText={title}
      entity="messages.entity"
      defaultSort={defaultSort}
      filter={filter}
      headerActions={<HeaderActions {...{ deviceId, tagId }} />}
      expand={expand}
      bulkActions={<CompareSelected />}
      rowLabel={rowLabel}
      frame={LiveFrame}
      refreshesItself={isLive}
      toolbarActions={<LiveSwitch />}
      notice={<LiveNotice />}
      footer={<LiveFooter />}
    />
  )
}
