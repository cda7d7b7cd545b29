import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormState } from 'react-hook-form'
import type { z } from 'zod'
import { type Alert, alertsApi } from '#contract/alerts'
import { ALERT_NOTES_CAPABILITY } from '#contract/alerts/capability'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { LoadingButton } from '../../components/action/LoadingButton'
import { notesOf } from '../../components/alerts/episodes'
import { msg, useTranslate } from '../../components/alerts/texts'
import { useDraftKey } from '../../components/draft/drafts'
import { DraftForm, keepFocus } from '../../components/form'
import { Section, TimeText, useFailureToast } from '../../components/page'
import { useShown } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'

interface NoteValues {
  note: string | null
}

const EMPTY: NoteValues = { note: '' }
const schema = alertsApi.addNote.body
const codec = { fromForm: ({ note }: NoteValues) => ({ note: note ?? '' }) }

function AddButton() {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  return (
    <LoadingButton type="submit" variant="outlined" loading={isSubmitting} onMouseDown={keepFocus}>
      {translate('alerts.notes.add')}
    </LoadingButton>
  )
}

/** Adds a note to an alert. A draft keeps the typed text when the person leaves the page. */
function NoteForm({ alertId }: { alertId: string }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const draftKey = useDraftKey('alerts', `note-${alertId}`)
  const showFailure = useFailureToast()
  /** Number of added notes: each one gets a new form. */
  const [added, setAdded] = useState(0)
  const add = async (body: z.output<typeof schema>) => {
    try {
      show(await ask(alertsApi.addNote, { params: { alertId }, body }))
    } catch (error) {
      showFailure(error)
      throw error
    }
    toast({ kind: 'success', title: translate('alerts.notes.done') })
    setAdded(added + 1)
    return true
  }
  return (
    <Box sx={{ maxWidth: 640, mt: 2 }}>
      <DraftForm
        key={added}
        draftKey={draftKey}
        initial={EMPTY}
        schema={schema}
        codec={codec}
        isPart={added === 0}
        draftNotice={msg('alerts.notes.draft')}
        onSubmit={add}
      >
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <TextInput
            source="note"
            label={msg('alerts.notes.new')}
            multiline
            minRows={2}
            fullWidth
            helperText={false}
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: COMMENT_MAX_LENGTH } }}
          />
          <AddButton />
        </Box>
      </DraftForm>
    </Box>
  )
}

/** Notes of people on an alert, the newest first, and a form that adds one. */
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
