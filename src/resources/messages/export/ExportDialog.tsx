import { useMemo, useState } from 'react'
import { messagesApi } from '#contract/messages'
import type { ExportOfList } from '../../../components/export/ExportButton'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { fileName } from '../../../components/files'
import { useTags } from '../../../components/tags/useTags'
import { useCurrentSpace } from '../../../dataProvider/account'
import { queryOf } from '../../../dataProvider/endpoints'
import { type MessageQuery, useListMessages } from '../../../dataProvider/messagePages'
import { useGetOne } from '../../../dataProvider/queries'
import { group, msg } from '../texts'
import { EXPORT_FORMATS, SPREAD_SHEET, sourceOf } from './exportFile'
import { SPREAD_MAX } from './spread'

const SPREAD = {
  label: msg('messages.exporting.spread'),
  hint: msg('messages.exporting.spreadHint'),
  args: { max: SPREAD_MAX },
  sheet: SPREAD_SHEET,
} as const

/** Name of the device, tag or space in a query. */
function useOwnerName({ device_id, tag_id }: MessageQuery): string {
  const space = useCurrentSpace()
  const tags = useTags()
  const deviceId = typeof device_id === 'string' ? device_id : ''
  const { data: device } = useGetOne('devices', { id: deviceId }, { enabled: deviceId !== '' })
  if (deviceId) return device?.name ?? deviceId
  if (tag_id) return tags?.find(({ id }) => id === tag_id)?.name ?? String(tag_id)
  return space?.name ?? ''
}

export default function MessageExport({ filter, ...list }: ExportOfList) {
  const listMessages = useListMessages()
  // A relative range starts at the time when the dialog opened, however long the export takes.
  const [query] = useState(() => queryOf({ query: messagesApi.list.query.shape }, filter))
  const owner = useOwnerName(query)
  const source = useMemo(() => sourceOf(listMessages, query), [listMessages, query])
  return (
    <ExportDialog
      {...list}
      texts={group('messages.exporting')}
      source={source}
      formats={EXPORT_FORMATS}
      variant={SPREAD}
      nameOf={(extension) => fileName('messages', owner, new Date(), extension)}
    />
  )
}
