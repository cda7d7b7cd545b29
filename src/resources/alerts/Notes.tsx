import { Box, TextField, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { ALERT_NOTES_CAPABILITY } from '#contract/alerts/capability'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { notesOf } from '../../components/alerts/episodes'
import { useTranslate } from '../../components/alerts/texts'
import { Section, TimeText, useFailureToast } from '../../components/page'
import { LoadingButton } from '../../components/page/LoadingButton'
import { useShown } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'

/** Adds a note to an alert. What is typed stays until it is added. */
function NoteForm({ alertId }: { alertId: string }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const [note, setNote] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: async () => ask(alertsApi.addNote, { params: { alertId }, body: { note } }),
    onSuccess: (alert) => {
      show(alert)
      setNote('')
      toast({ kind: 'success', title: translate('alerts.notes.done') })
    },
    onError: useFailureToast(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() !== '' && !isPending) mutate()
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start', maxWidth: 640, mt: 2 }}
    >
      <TextField
        label={translate('alerts.notes.new')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        multiline
        minRows={2}
        fullWidth
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: COMMENT_MAX_LENGTH } }}
      />
      <LoadingButton type="submit" variant="outlined" loading={isPending}>
        {translate('alerts.notes.add')}
      </LoadingButton>
    </Box>
  )
}

/** What people wrote about an alert, the newest first, and a form that adds to it. */
export function Notes({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const hasNotes = useCapability(ALERT_NOTES_CAPABILITY)
  const mayAdd = usePermission(alertsApi.addNote.permission) && hasNotes
  const notes = notesOf(alert)
  return (
    <Section title={translate('alerts.notes.title')}>
      {notes.length === 0 && <Typography color="text.secondary">{translate('alerts.notes.none')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {notes.map(({ id, text, by, at }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            <Typography variant="body2" color="text.secondary">
              <span>{by || translate('alerts.someone')}</span>, <TimeText value={at} relative />
            </Typography>
            <Box sx={{ whiteSpace: 'pre-line' }}>{text}</Box>
          </Box>
        ))}
      </Box>
      {mayAdd && <NoteForm key={alert.id} alertId={alert.id} />}
    </Section>
  )
}
