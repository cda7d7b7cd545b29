import { Button, DialogActions, DialogContent } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate as useCommonTranslate } from '../../i18n/translate'
import { TaskDialog } from '../dialog/TaskDialog'
import { toast } from '../toast/toasts'
import type { WaitingNote } from './outbox'
import { useTranslate } from './texts'
import { WaitingNoteAlert } from './WaitingNoteAlert'

/** The notes that were announced since the console was opened. */
const announced = new Set<string>()

/** Tells a person once of notes that the server has refused, and lists them: the page of a deleted device cannot. */
export default function RefusedNotes({ notes }: { notes: readonly WaitingNote[] }) {
  const translate = useTranslate()
  const commonTranslate = useCommonTranslate()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The page of the device shows its own.
    const news = notes.filter(
      ({ id, deviceId }) => !announced.has(id) && !window.location.pathname.includes(deviceId),
    )
    if (news.length === 0) return
    for (const { id } of news) announced.add(id)
    toast({
      kind: 'error',
      title: translate('notes.notAdded', { smart_count: notes.length }),
      action: { label: translate('notes.show'), onAct: () => setOpen(true) },
    })
  }, [notes, translate])
  if (!isOpen || notes.length === 0) return null
  const close = () => setOpen(false)
  return (
    <TaskDialog title={translate('notes.title')} maxWidth="sm" onClose={close}>
      <DialogContent>
        {notes.map((note) => (
          <WaitingNoteAlert key={note.id} note={note} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{commonTranslate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
