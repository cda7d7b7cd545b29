import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { BulkButtons, BulkResults, SaveResults } from '../../../components/bulk/BulkResults'
import { type BulkRun, useBulkRun } from '../../../components/bulk/useBulkRun'
import { useLeaveQuestion } from '../../../components/bulk/useLeaveQuestion'
import { shortenId } from '../../../components/page/CopyText'
import { useForget } from '../../../components/resource/refresh'
import { useCurrentSpace } from '../../../dataProvider/account'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'
import { deviceBulkKind } from './kind'
import type { BulkKind } from './work'

/** A bulk run over devices of the space; the lists are loaded again when it ends. */
export function useDeviceRun(): BulkRun {
  const spaceId = useSpaceId()
  const queryClient = useQueryClient()
  const forget = useForget()
  const onFinished = () => {
    forget()
    void queryClient.invalidateQueries({ queryKey: ['devices', 'getOne'] })
  }
  return useBulkRun({ kind: deviceBulkKind(spaceId), onFinished })
}

/** What is done to so many devices, as a title. */
export function useRunTitle() {
  const translate = useTranslate()
  return (kind: BulkKind, count: number) =>
    translate(kind === 'delete' ? 'devices.bulk.deleteSubmit' : `devices.bulk.${kind}Title`, {
      smart_count: count,
    })
}

interface RunDialogProps {
  run: BulkRun
  title: string
  names: ReadonlyMap<string, string>
  /** Before the run: what is asked, and the buttons. */
  question?: { content: ReactNode; actions: ReactNode }
  onClose: () => void
}

/** A bulk run over devices: the question before it, its progress, and how each device fared. */
export function RunDialog({ run, title, names, question, onClose }: RunDialogProps) {
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
        {isAsking ? (
          question?.content
        ) : (
          <BulkResults run={run} label={translate('devices.bulk.results')} nameOf={nameOf} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
        {isAsking && question?.actions}
        {run.state === 'finished' && (
          <SaveResults run={run} nameOf={nameOf} file="devices-results" owner={space?.name ?? ''} />
        )}
        <BulkButtons run={run} retryLabel={(count) => translate('devices.bulk.retry', count)} />
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
