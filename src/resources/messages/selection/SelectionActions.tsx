import { Button, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Message } from '#contract/messages'
import { msg as exportMsg } from '../../../components/export/texts'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { useCompareMode, useCopy } from '../../../components/page'
import { useSelectedRows } from '../../../components/table'
import { useTranslate } from '../texts'
import { jsonOf } from './json'

const SelectedExport = lazyPart(() => import('./SelectedExport'))

/**
 * Actions on the selected messages: compare two, export, copy. The comparison opens when people select a second one,
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
        {translate(exportMsg('export.title'))}
      </Button>
      <Button size="small" onClick={() => void copy(jsonOf(selected))}>
        {translate('messages.detail.copyMessage')}
      </Button>
      {count === 1 && (
        <Typography variant="body2" color="text.secondary">
          {translate('messages.list.selectTwo')}
        </Typography>
      )}
      {isExporting && (
        <PartFrame onClose={closeExport}>
          <SelectedExport messages={selected} onClose={closeExport} />
        </PartFrame>
      )}
    </>
  )
}
