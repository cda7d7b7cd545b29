import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useCurrentSpace } from '../../dataProvider/account'
import { shortenId } from '../value/CopyText'
import { BulkButtons, BulkResults, SaveResults } from './BulkResults'
import { useTranslate } from './texts'
import type { BulkRun } from './useBulkRun'
import { useLeaveQuestion } from './useLeaveQuestion'

interface RunDialogProps extends Pick<ComponentProps<typeof BulkButtons>, 'retryLabel'> {
  run: BulkRun
  title: string
  names: ReadonlyMap<string, string>
  /** The question before the run, with its buttons. */
  question?: { content: ReactNode; actions: ReactNode }
  /** Name of the list of outcomes. */
  label: string
  /** Prefix of the file name for outcomes. */
  file: string
  onClose: () => void
}

/** The dialog of a bulk run over records: the question, the progress, and the outcome of each record. */
export function RunDialog({ run, title, names, question, label, file, retryLabel, onClose }: RunDialogProps) {
  const translate = useTranslate()
  const space = useCurrentSpace()
  const { ask, question: leaveQuestion } = useLeaveQuestion({ run })
  const titleId = useId()
  const nameOf = (id: string) => names.get(id) ?? shortenId(id)
  const isAsking = run.state === 'idle'
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={(_event, reason) => {
        if (!run.isRunning) onClose()
        else if (reason === 'escapeKeyDown') ask()
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {isAsking ? question?.content : <BulkResults run={run} label={label} nameOf={nameOf} />}
      </DialogContent>
      <DialogActions>
        {isAsking && question?.actions}
        {run.state === 'finished' && (
          <SaveResults run={run} nameOf={nameOf} file={file} owner={space?.name ?? ''} />
        )}
        <BulkButtons run={run} retryLabel={retryLabel} />
        {run.state === 'finished' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
      {leaveQuestion}
    </Dialog>
  )
}
