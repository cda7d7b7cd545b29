import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  Alert as Notice,
  TextField,
} from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { changedSinceOf, conditionOf } from '../../dataProvider/based'
import { useSpaceport } from '../../dataProvider/queries'
import { useFailureToast } from '../page'
import { LoadingButton } from '../page/LoadingButton'
import { TaskDialog } from '../page/TaskDialog'
import { toast } from '../toast/toasts'
import { useTranslate } from './texts'

interface AcknowledgeDialogProps {
  /** The alert as it was when the dialog opened. */
  seen: Alert
  onClose: () => void
}

/** Tells who acknowledged an alert in the meantime, and what they wrote. */
function Meanwhile({ alert: { acknowledged_by, note } }: { alert: Alert }) {
  const translate = useTranslate()
  const who = acknowledged_by ?? translate('alerts.someone')
  return (
    <Notice severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <div>
        {translate(note === null ? 'alerts.acknowledge.taken' : 'alerts.acknowledge.takenWith', { who })}
      </div>
      {note !== null && <Box sx={{ fontWeight: 600, whiteSpace: 'pre-line' }}>{note}</Box>}
      <div>{translate('alerts.acknowledge.choose')}</div>
    </Notice>
  )
}

/** Asks for a note, and acknowledges an alert. The note stays when that fails, also because somebody else was first. */
export default function AcknowledgeDialog({ seen, onClose }: AcknowledgeDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const toastFailure = useFailureToast()
  const [note, setNote] = useState('')
  const [alert, setAlert] = useState(seen)
  const refresh = async () => queryClient.invalidateQueries({ queryKey: ['alerts'] })
  const params = { alertId: seen.id }
  const { mutate, isPending } = useMutation({
    /** The alert as somebody else left it meanwhile; null once it is acknowledged. */
    mutationFn: async () => {
      try {
        await ask(alertsApi.acknowledge, { params, body: { note }, headers: conditionOf(alert.version) })
        return null
      } catch (error) {
        if (!changedSinceOf(error)) throw error
        return ask(alertsApi.get, { params })
      }
    },
    onSuccess: async (theirs) => {
      if (theirs) {
        setAlert(theirs)
        // The person can choose meanwhile.
        void refresh()
        return
      }
      toast({ kind: 'success', title: translate('alerts.acknowledge.done') })
      await refresh()
      onClose()
    },
    onError: toastFailure,
  })
  const isTaken = alert.version !== seen.version
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    mutate()
  }
  return (
    <TaskDialog
      title={translate('alerts.acknowledge.title')}
      onClose={() => !isPending && onClose()}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent>
          <DialogContentText sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            <strong>{alert.rule_name}</strong>
            <br />
            {translate('alerts.acknowledge.text')}
          </DialogContentText>
          <Box role="status">{isTaken && <Meanwhile alert={alert} />}</Box>
          <TextField
            label={translate(isTaken ? 'alerts.acknowledge.yourNote' : 'alerts.note')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and typing here is what comes next
            autoFocus
            multiline
            minRows={2}
            fullWidth
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: COMMENT_MAX_LENGTH } }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={isPending}>
            {translate(isTaken ? 'alerts.acknowledge.keep' : 'page.cancel')}
          </Button>
          <LoadingButton type="submit" variant="contained" loading={isPending}>
            {translate(isTaken ? 'alerts.acknowledge.replace' : 'alerts.acknowledge.action')}
          </LoadingButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
