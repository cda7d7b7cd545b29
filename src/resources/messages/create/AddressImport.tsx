import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Alert, Box, Button, Typography } from '@mui/material'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { BODY_MAX_BYTES } from '#contract/common'
import { isWmbusCommand, parseWmbusAddresses } from '#contract/messages'
import { ConfirmDialog } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useTranslate } from '../../../i18n/translate'
import {
  commandsOf,
  DEFAULT_BODIES,
  type DownlinkValues,
  isCommandList,
  textOf,
  withAddresses,
} from './codec'
import { formatJson, parseJson } from './json'

/** Largest file in bytes: its commands are about four times as long, and must fit in one call. */
const FILE_MAX_BYTES = BODY_MAX_BYTES / 4

/** The wM-BUS addresses in files, or why they are refused. Spec 2, section 5. */
async function readAddresses(files: readonly File[]) {
  if (!files.every(({ name }) => /\.(csv|txt)$/i.test(name))) return 'fileType'
  if (files.reduce((sum, { size }) => sum + size, 0) > FILE_MAX_BYTES) return 'fileSize'
  try {
    const texts = await Promise.all(files.map((file) => file.text()))
    return parseWmbusAddresses(texts.join('\n')) ?? 'addresses'
  } catch {
    return 'fileUnread'
  }
}

/** The commands of a config message as it is typed; null when it is JSON of another kind. */
function commandsTyped({ format, config }: DownlinkValues): string[] | null {
  if (format === 'text') return commandsOf(config)
  const parsed = parseJson(config)
  return 'value' in parsed && isCommandList(parsed.value) ? parsed.value : null
}

const isExample = (commands: string[]) => JSON.stringify(commands) === JSON.stringify(DEFAULT_BODIES.config)

/**
 * Imports wM-BUS addresses from files into the config message of the form. Their commands follow those already there,
 * but replace the example that the form begins with.
 */
function useAddressImport() {
  const translate = useTranslate()
  const form = useFormContext<DownlinkValues>()
  /** Why the last import failed. */
  const [error, setError] = useState<string | null>(null)
  /** Addresses that replace others, once the person confirms it. */
  const [waiting, setWaiting] = useState<string[] | null>(null)
  const refuse = (reason: 'addresses' | 'fileSize' | 'fileType' | 'fileUnread' | 'noList') =>
    setError(translate(`messages.create.errors.${reason}`, { max: FILE_MAX_BYTES / 1024 }))

  const insert = (addresses: string[]) => {
    setWaiting(null)
    const values = form.getValues()
    const typed = commandsTyped(values)
    if (!typed) return refuse('noList')
    const hasExample = isExample(typed)
    const commands = withAddresses(hasExample ? [] : typed, addresses)
    const hasOthers = commands.some((command) => !isWmbusCommand(command))
    form.setValue('config', values.format === 'text' ? textOf(commands) : formatJson(commands), {
      shouldDirty: true,
      shouldValidate: true,
    })
    toast({
      kind: 'success',
      title: translate('messages.create.wmbus.done', { smart_count: addresses.length }),
      description:
        (hasExample && translate('messages.create.wmbus.instead')) ||
        (hasOthers && translate('messages.create.wmbus.added')),
    })
  }

  const start = async (files: readonly File[]) => {
    setError(null)
    if (files.length === 0) return
    const addresses = await readAddresses(files)
    if (typeof addresses === 'string') refuse(addresses)
    else if (commandsTyped(form.getValues())?.some(isWmbusCommand)) setWaiting(addresses)
    else insert(addresses)
  }
  return { error, waiting, start, insert, cancel: () => setWaiting(null) }
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Around the body of a config message: a button and a drop target for files with wM-BUS addresses. Spec 2, section 5. */
export function AddressImport({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const translate = useTranslate()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { error, waiting, start, insert, cancel } = useAddressImport()

  // Before the editor handles the event: it would insert the file's name.
  const takeOver = (event: DragEvent, over: boolean) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(over)
  }

  return (
    <Box
      onDragEnterCapture={(event) => takeOver(event, true)}
      onDragOverCapture={(event) => takeOver(event, true)}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDropCapture={(event) => {
        takeOver(event, false)
        if (carriesFiles(event)) void start([...event.dataTransfer.files])
      }}
      sx={{
        borderRadius: 1,
        outline: isOver ? '2px dashed' : 0,
        outlineColor: 'primary.main',
        outlineOffset: 6,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        {actions}
        <Button
          startIcon={<UploadIcon />}
          variant="outlined"
          onClick={() => picker.current?.click()}
          sx={{ ml: { sm: 'auto' } }}
        >
          {translate('messages.create.wmbus.import')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,.txt"
          multiple
          hidden
          aria-label={translate('messages.create.wmbus.import')}
          onChange={({ target }) => {
            void start([...(target.files ?? [])])
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
      </Box>
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {children}
      <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 0.5 }}>
        {translate(isOver ? 'messages.create.wmbus.drop' : 'messages.create.wmbus.hint')}
      </Typography>
      <ConfirmDialog
        open={waiting !== null}
        title={translate('messages.create.wmbus.replaceTitle')}
        confirmLabel={translate('messages.create.wmbus.confirm')}
        onConfirm={() => insert(waiting ?? [])}
        onClose={cancel}
      >
        {translate('messages.create.wmbus.replace')}
      </ConfirmDialog>
    </Box>
  )
}
