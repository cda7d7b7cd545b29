import { Button, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useListContext } from 'react-admin'
import { downlinkPermission, type Message } from '#contract/messages'
import { isOpen } from '../../../components/downlink/state'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, useCompareMode, useCopy } from '../../../components/page'
import { useSelectedRows } from '../../../components/table'
import { useTranslate } from '../texts'
import { jsonOf } from './json'

const SelectedExport = lazyPart(() => import('./SelectedExport'))
const CancelSelected = lazyPart(() => import('./CancelSelected'))

/**
 * Actions on the selected messages: compare two, export, copy, and cancel those that wait. The comparison opens when people select a second one,
 * but not when they deselect a third. Rules, "Messages".
 */
export function SelectionActions() {
  const translate = useTranslate()
  const copy = useCopy()
  const { selectedIds } = useListContext<Message>()
  const { selected } = useSelectedRows<Message>()
  const { startComparing } = useCompareMode()
  const [isExporting, setExporting] = useState(false)
  const closeExport = () => setExporting(false)
  const [isCancelling, setCancelling] = useState(false)
  const closeCancelling = () => setCancelling(false)
  const waiting = selected.filter(isOpen)
  const count = selectedIds.length
  const compare = () => {
    // Ids of version 7 sort by time.
    const [a, b] = selectedIds.map(String).toSorted()
    if (a && b) startComparing(a, b)
  }

  const before = useRef(0)
  useEffect(() => {
    const isSecond = count === 2 && before.current < 2
    before.current = count
    if (isSecond) compare()
  })

  return (
    <>
      {count === 2 && (
        <Button size="small" variant="contained" onClick={compare}>
          {translate('messages.selection.compare')}
        </Button>
      )}
      <Button size="small" onClick={() => setExporting(true)}>
        {translate('page.export')}
      </Button>
      <Button size="small" onClick={() => void copy(jsonOf(selected))}>
        {translate('messages.detail.copyMessage')}
      </Button>
      {waiting[0] && (
        <PermissionButton
          permission={downlinkPermission(waiting[0].type, 'delete')}
          size="small"
          color="error"
          onClick={() => setCancelling(true)}
        >
          {translate('messages.selection.cancel.action', { smart_count: waiting.length })}
        </PermissionButton>
      )}
      {count === 1 && (
        <Typography variant="body2" color="text.secondary">
          {translate('messages.list.selectTwo')}
        </Typography>
      )}
      {isCancelling && (
        <PartFrame onClose={closeCancelling}>
          <CancelSelected messages={waiting} onClose={closeCancelling} />
        </PartFrame>
      )}
      {isExporting && (
        <PartFrame onClose={closeExport}>
          <SelectedExport messages={selected} onClose={closeExport} />
        </PartFrame>
      )}
    </>
  )
}
