import { useState } from 'react'
import type { Message } from '#contract/messages'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { fileName } from '../../../components/files'
import { useCurrentSpace } from '../../../dataProvider/account'
import { EXPORT_FORMATS } from '../export/exportFile'
import { group, useTranslate } from '../texts'
import { newestFirst } from './json'

/** Exports the selected messages, which have already loaded. */
export default function SelectedExport(props: { messages: readonly Message[]; onClose: () => void }) {
  const { messages, onClose } = props
  const translate = useTranslate()
  const space = useCurrentSpace()
  const [source] = useState(() => {
    const sorted = newestFirst(messages)
    return { read: async () => sorted, firstLimit: sorted.length + 1, nextLimit: () => sorted.length + 1 }
  })
  return (
    <ExportDialog
      texts={group('messages.exporting')}
      what={translate('messages.selection.exported', { smart_count: messages.length })}
      source={source}
      formats={EXPORT_FORMATS}
      total={messages.length}
      nameOf={(extension) => fileName('messages', space?.name ?? '', new Date(), extension)}
      onClose={onClose}
    />
  )
}
