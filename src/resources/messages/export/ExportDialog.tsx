import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId, useState } from 'react'
import { messagesApi } from '#contract/messages'
import { queryOf } from '../../../dataProvider/endpoints'
import { useTranslate } from '../../../i18n/translate'
import { ExportProgress } from './ExportProgress'
import { FormatChoice } from './FormatChoice'
import type { FormatName } from './format'
import { useExport } from './useExport'
import { useOwnerName } from './useOwnerName'

interface ExportDialogProps {
  /** Everything that the list filters by. */
  filter: Record<string, unknown>
  /** Number of messages; undefined when it is not known. */
  total: number | undefined
  onClose: () => void
}

/** Asks for the format, and shows how far the export is. Closing it stops the export. */
export default function ExportDialog({ filter, total, onClose }: ExportDialogProps) {
  const translate = useTranslate()
  const [format, setFormat] = useState<FormatName>('jsonLines')
  // A relative range starts where it did when the dialog opened, however long the export takes.
  const [query] = useState(() => queryOf({ query: messagesApi.list.query.shape }, filter))
  const owner = useOwnerName(query)
  const { state, count, start, resume } = useExport()
  const titleId = useId()

  const what = { format, owner, query }
  const isRunning = state.name === 'running'
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={isRunning ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('messages.exporting.dialog')}</DialogTitle>
      <DialogContent>
        {state.name === 'idle' ? (
          <FormatChoice {...{ format, total }} onChange={setFormat} />
        ) : (
          <ExportProgress {...{ state, count, total }} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {state.name !== 'finished' && (
          <Button onClick={onClose}>
            {translate(isRunning ? 'messages.exporting.stop' : 'page.cancel')}
          </Button>
        )}
        {state.name === 'idle' && (
          <Button variant="contained" onClick={() => start(what)}>
            {translate('messages.exporting.title')}
          </Button>
        )}
        {state.name === 'failed' && (
          <Button variant="contained" onClick={() => resume(what)}>
            {translate('messages.exporting.resume')}
          </Button>
        )}
        {state.name === 'finished' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
