import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Typography } from '@mui/material'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormState } from 'react-hook-form'
import type { z } from 'zod'
import { deviceLogApi, FILE_MAX_BYTES, NOTE_FILES_MAX, NOTE_MAX_LENGTH } from '#contract/deviceLog'
import type { Device } from '#contract/devices'
import { serverNow } from '../../../clock'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { useDraftKey } from '../../../components/draft/drafts'
import { DraftForm, keepFocus } from '../../../components/form'
import { DateTimeInput } from '../../../components/form/DateTimeInput'
import { keepNote } from '../../../components/notes/outbox'
import { FileButton } from '../../../components/page/FileDrop'
import { toast } from '../../../components/toast/toasts'
import { useAccount } from '../../../dataProvider/account'
import { useClient } from '../../../dataProvider/client'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { type Attached, attach } from './pictures'
import { msg, useTranslate } from './texts'

interface NoteValues {
  text: string | null
  at: string | null
}

const EMPTY: NoteValues = { text: '', at: null }
const schema = deviceLogApi.addNote.body.omit({ id: true })
const codec = { fromForm: ({ text, at }: NoteValues) => ({ text: text ?? '', ...(at && { at }) }) }
const MB = 1024 * 1024

const warn = (title: string) => toast({ kind: 'error', title })

/** The files that go with the note. */
function useFiles() {
  const translate = useTranslate()
  const [files, setFiles] = useState<readonly Attached[]>([])
  /** Number of files that are still read and drawn. */
  const [reading, setReading] = useState(0)
  const add = async (chosen: readonly File[]) => {
    const taken = chosen.slice(0, Math.max(0, NOTE_FILES_MAX - files.length - reading))
    if (taken.length < chosen.length)
      warn(translate('devices.log.note.tooMany', { max: String(NOTE_FILES_MAX) }))
    setReading((before) => before + taken.length)
    for (const file of taken) {
      const attached = await attach(file)
      setReading((before) => before - 1)
      if (attached) setFiles((before) => [...before, attached])
      else warn(translate('devices.log.note.tooLarge', { name: file.name, max: String(FILE_MAX_BYTES / MB) }))
      if (attached?.isUnreadable)
        toast({ kind: 'info', title: translate('devices.log.note.unreadable', { name: file.name }) })
    }
  }
  const remove = (id: string) => setFiles((before) => before.filter((file) => file.id !== id))
  return { files, isReading: reading > 0, add, remove }
}

function Files({ files, remove }: Pick<ReturnType<typeof useFiles>, 'files' | 'remove'>) {
  const translate = useTranslate()
  if (files.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {files.map(({ id, name }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <IconButton
            size="small"
            aria-label={translate('devices.log.note.remove', { name })}
            onClick={() => remove(id)}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
}

function Submit({ isReading }: { isReading: boolean }) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  return (
    <LoadingButton
      type="submit"
      variant="outlined"
      loading={isSubmitting || isReading}
      onMouseDown={keepFocus}
    >
      {translate('devices.log.note.add')}
    </LoadingButton>
  )
}

/** When it was done, for what was not done just now. */
function DoneAt() {
  const translate = useTranslate()
  const [isShown, setShown] = useState(false)
  if (isShown) return <DateTimeInput source="at" label={translate('devices.log.note.at')} />
  return (
    <Button size="small" onClick={() => setShown(true)} sx={{ ml: -0.5 }}>
      {translate('devices.log.note.atEarlier')}
    </Button>
  )
}

/** The fields of a new note. Each note has a form of its own, so that nothing of one is in the next. */
function Fields({ device, onAdded }: { device: Device; onAdded: (isFirst: boolean) => void }) {
  const translate = useTranslate()
  const client = useClient()
  const spaceId = useSpaceId()
  const accountId = useAccount().profile?.id
  const draftKey = useDraftKey('devices', `note-${device.id}`)
  const { files, isReading, add, remove } = useFiles()
  const keep = async ({ text, at }: z.output<typeof schema>) => {
    if (accountId === undefined || isReading) return false
    await keepNote({
      id: crypto.randomUUID(),
      accountId,
      base: client.base,
      spaceId,
      deviceId: device.id,
      text,
      at: at ?? new Date(serverNow()).toISOString(),
      files: files.map(({ id, name, content }) => ({ id, name, content })),
      refusal: null,
    })
    onAdded(true)
    return true
  }
  return (
    <DraftForm
      draftKey={draftKey}
      initial={EMPTY}
      schema={schema}
      codec={codec}
      isPart
      draftNotice={msg('devices.log.note.draft')}
      onSubmit={keep}
    >
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <TextInput
          source="text"
          label={msg('devices.log.note.label')}
          multiline
          minRows={2}
          fullWidth
          helperText={false}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: NOTE_MAX_LENGTH } }}
        />
        <Files files={files} remove={remove} />
        <DoneAt />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Submit isReading={isReading} />
          <FileButton
            label={translate('devices.log.note.attach')}
            accept="image/*,.pdf,.txt,.csv,.log,.zip,.json,.docx,.xlsx"
            multiple
            variant="text"
            onFiles={(chosen) => void add(chosen)}
          />
        </Box>
      </Box>
    </DraftForm>
  )
}

/** Adds a note to a device. It is kept in the browser until the server has it, so that it needs no network. */
export function NoteForm({ device }: { device: Device }) {
  const [added, setAdded] = useState(0)
  return (
    <Box sx={{ maxWidth: 640, mb: 3 }}>
      <Fields key={added} device={device} onAdded={() => setAdded(added + 1)} />
    </Box>
  )
}
