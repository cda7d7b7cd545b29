import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  Alert as Notice,
  TextField,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { ALERT_NOTES_CAPABILITY } from '#contract/alerts/capability'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { useCapability } from '../../config'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { changedSinceOf, conditionOf } from '../../dataProvider/versionedSave'
import { LoadingButton } from '../action/LoadingButton'
import { TaskDialog } from '../dialog/TaskDialog'
import { useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { Assignee } from './Assignee'
import { notesOf } from './episodes'
import { useTranslate } from './texts'

interface AcknowledgeDialogProps {
  /** The alert when the dialog opened. */
  seen: Alert
  onClose: () => void
}

/** Whether somebody has acknowledged the alert since it was seen. */
const isTaken = (alert: Alert, seen: Alert) =>
  alert.acknowledged_at !== null && alert.acknowledged_at !== seen.acknowledged_at

/** Shows who acknowledged the alert in the meantime, and new notes. */
function Meanwhile({ alert, seen }: { alert: Alert; seen: Alert }) {
  const translate = useTranslate()
  const known = new Set(notesOf(seen).map(({ id, at }) => id + at))
  const notes = notesOf(alert)
  // Newest first. A list may have only some of the older notes.
  const firstKnown = notes.findIndex(({ id, at }) => known.has(id + at))
  const written = firstKnown < 0 ? notes : notes.slice(0, firstKnown)
  const taken = isTaken(alert, seen)
  const who = alert.acknowledged_by ?? translate('alerts.someone')
  return (
    <Notice severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <div>{translate(taken ? 'alerts.acknowledge.taken' : 'alerts.acknowledge.written', { who })}</div>
      {written.map(({ id, text, by }) => (
        <Box key={id} sx={{ fontWeight: 600, whiteSpace: 'pre-line' }}>
          {translate('alerts.notes.of', { by, text })}
        </Box>
      ))}
      {taken && <div>{translate('alerts.acknowledge.choose')}</div>}
    </Notice>
  )
}

/** Asks for a note and acknowledges an alert. The note stays if that fails or somebody else was first. */
export default function AcknowledgeDialog({ seen, onClose }: AcknowledgeDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const toastFailure = useFailureToast()
  const hasNotes = useCapability(ALERT_NOTES_CAPABILITY)
  const [note, setNote] = useState('')
  /** Id of the person to whom the alert is assigned; null for oneself. */
  const [assignee, setAssignee] = useState<string | null>(null)
  const [alert, setAlert] = useState(seen)
  /** Somebody looks after it already. */
  const isAssigning = seen.acknowledged_at !== null
  const refresh = () => invalidate(alertsApi)
  const params = { alertId: seen.id }
  const { mutate, isPending, variables } = useMutation({
    /** Returns the alert as somebody else has changed it; null once it is acknowledged or the note is added. */
    mutationFn: async (what: 'acknowledge' | 'addNote') => {
      if (what === 'addNote') {
        await ask(alertsApi.addNote, { params, body: { note } })
        return null
      }
      try {
        await ask(alertsApi.acknowledge, {
          params,
          body: { note, ...(assignee !== null && { assign_to: assignee }) },
          headers: conditionOf(alert.version),
        })
        return null
      } catch (error) {
        if (!changedSinceOf(error)) throw error
        return ask(alertsApi.get, { params })
      }
    },
    onSuccess: async (theirs, what) => {
      if (theirs) {
        setAlert(theirs)
        // Not awaited, so that the person can already choose.
        void refresh()
        return
      }
      const done = assignee === null && !isAssigning ? 'alerts.acknowledge.done' : 'alerts.assign.done'
      toast({ kind: 'success', title: translate(what === 'addNote' ? 'alerts.notes.done' : done) })
      await refresh()
      onClose()
    },
    onError: toastFailure,
  })
  const isChanged = alert.version !== seen.version
  const taken = isTaken(alert, seen)
  const submitText =
    assignee === null
      ? taken || isAssigning
        ? 'alerts.acknowledge.takeOver'
        : 'alerts.acknowledge.action'
      : 'alerts.assign.action'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isPending) mutate('acknowledge')
  }
  return (
    <TaskDialog
      title={translate(isAssigning || assignee !== null ? 'alerts.assign.title' : 'alerts.acknowledge.title')}
      onClose={() => !isPending && onClose()}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent>
          <DialogContentText sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            <strong>{alert.rule_name}</strong>
            <br />
            <span>{translate(assignee === null ? 'alerts.acknowledge.text' : 'alerts.assign.text')}</span>
          </DialogContentText>
          <Box role="status">{isChanged && <Meanwhile alert={alert} seen={seen} />}</Box>
          <Assignee id={assignee} onChange={setAssignee} />
          <TextField
            label={translate(isChanged ? 'alerts.acknowledge.yourNote' : 'alerts.note')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and typing is the next step
            autoFocus
            multiline
            minRows={2}
            fullWidth
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: COMMENT_MAX_LENGTH } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {translate(taken ? 'alerts.acknowledge.keep' : 'page.cancel')}
          </Button>
          {taken && hasNotes && note.trim() !== '' && (
            <LoadingButton
              loading={isPending && variables === 'addNote'}
              onClick={() => !isPending && mutate('addNote')}
            >
              {translate('alerts.acknowledge.onlyNote')}
            </LoadingButton>
          )}
          <LoadingButton type="submit" variant="contained" loading={isPending && variables === 'acknowledge'}>
            {translate(submitText)}
          </LoadingButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
