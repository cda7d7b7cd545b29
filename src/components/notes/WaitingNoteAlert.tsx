import { Alert, Box, Button, Typography } from '@mui/material'
import { useServerDown } from '../../dataProvider/connection'
import { useTranslateText } from '../../i18n'
import { dropNote, keepNote, type WaitingNote } from './outbox'
import { useTranslate } from './texts'

/** A note that has not reached the server, and why; its author can send it again, or discard it. */
export function WaitingNoteAlert({ note }: { note: WaitingNote }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const isDown = useServerDown()
  const { refusal } = note
  const state =
    refusal === null
      ? translate(isDown ? 'notes.waits' : 'notes.sending')
      : translate('notes.refused', { reason: translateText(refusal) })
  return (
    <Alert
      severity={refusal === null ? 'info' : 'error'}
      sx={{ mb: 1, overflowWrap: 'anywhere' }}
      action={
        <>
          {refusal !== null && (
            <Button color="inherit" size="small" onClick={() => void keepNote({ ...note, refusal: null })}>
              {translate('notes.retry')}
            </Button>
          )}
          <Button color="inherit" size="small" onClick={() => void dropNote(note.id)}>
            {translate('notes.discard')}
          </Button>
        </>
      }
    >
      <Box sx={{ whiteSpace: 'pre-line' }}>{note.text}</Box>
      <Typography variant="body2" color="text.secondary">
        {[state, ...note.files.map(({ name }) => name)].join(', ')}
      </Typography>
    </Alert>
  )
}
