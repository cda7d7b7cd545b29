import { Button, DialogActions, DialogContent, DialogContentText, TextField } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { useSpaceport } from '../../dataProvider/queries'
import { useFailureToast } from '../page'
import { TaskDialog } from '../page/TaskDialog'
import { toast } from '../toast/toasts'
import { useTranslate } from './texts'

interface AcknowledgeDialogProps {
  alert: Pick<Alert, 'id' | 'rule_name'>
  onClose: () => void
}

/** Asks for a note, and acknowledges an alert. When that fails, the note stays. */
export default function AcknowledgeDialog({ alert: { id, rule_name }, onClose }: AcknowledgeDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(alertsApi.acknowledge, { params: { alertId: id }, body: { note } }),
    onSuccess: async () => {
      toast({ kind: 'success', title: translate('alerts.acknowledge.done') })
      await queryClient.invalidateQueries({ queryKey: ['alerts'] })
      onClose()
    },
    onError: useFailureToast(),
  })
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
            <strong>{rule_name}</strong>
            <br />
            {translate('alerts.acknowledge.text')}
          </DialogContentText>
          <TextField
            label={translate('alerts.note')}
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
            {translate('page.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {translate('alerts.acknowledge.action')}
          </Button>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
