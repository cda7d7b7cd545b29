import { Alert, Box, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { BODY_MAX_BYTES } from '#contract/common'
import { commandsOf, isWmbusCommand, parseWmbusAddresses, wrongWmbusLine } from '#contract/messages'
import { digitsText } from '../../../components/encoding/decode'
import { ConfirmDialog } from '../../../components/page'
import { FileButton, useFileDrop } from '../../../components/page/FileDrop'
import { toast } from '../../../components/toast/toasts'
import { useTranslate } from '../texts'
import { DEFAULT_BODIES, type DownlinkValues, isCommandList, textOf, withAddresses } from './codec'
import { indentedJson, parseOrLocate } from './json'

/** Largest file in bytes: its commands are about four times as long, and must fit into one call. */
const FILE_MAX_BYTES = BODY_MAX_BYTES / 4

/** Characters of an invalid line in its error. */
const SHOWN_MAX = 40

/** A line of a file that is not an address. */
interface WrongLine {
  file: string
  line: number
  text: string
}

/** First invalid line of the files; null if all are addresses. */
function wrongLineOf(files: readonly File[], texts: readonly string[]): WrongLine | null {
  for (const [at, text] of texts.entries()) {
    const line = wrongWmbusLine(text)
    const wrong = line === null ? undefined : text.split(/\r\n|\r|\n/)[line - 1]?.trim()
    if (line !== null) return { file: files[at]?.name ?? '', line, text: (wrong ?? '').slice(0, SHOWN_MAX) }
  }
  return null
}

/** wM-BUS addresses in the files, or why they are refused. Rules, "Downlinks". */
async function readAddresses(files: readonly File[]) {
  if (!files.every(({ name }) => /\.(csv|txt)$/i.test(name))) return { refused: 'fileType' } as const
  if (files.reduce((sum, { size }) => sum + size, 0) > FILE_MAX_BYTES) return { refused: 'fileSize' } as const
  try {
    const texts = await Promise.all(files.map(digitsText))
    const addresses = parseWmbusAddresses(texts.join('\n'))
    return addresses ?? ({ refused: 'addresses', wrong: wrongLineOf(files, texts) } as const)
  } catch {
    return { refused: 'fileUnread' } as const
  }
}

/** Typed commands of a config message; null if it is other JSON. */
function commandsTyped({ format, config }: DownlinkValues): string[] | null {
  if (format === 'text') return commandsOf(config)
  const parsed = parseOrLocate(config)
  return 'value' in parsed && isCommandList(parsed.value) ? parsed.value : null
}

const isExample = (commands: string[]) => JSON.stringify(commands) === JSON.stringify(DEFAULT_BODIES.config)

/**
 * Imports wM-BUS addresses from files into the form's config message. Their commands are appended, but replace the
 * initial example.
 */
function useAddressImport() {
  const translate = useTranslate()
  const form = useFormContext<DownlinkValues>()
  /** Why the last import failed. */
  const [error, setError] = useState<string | null>(null)
  /** Addresses that replace others after a confirmation. */
  const [waiting, setWaiting] = useState<string[] | null>(null)
  const refuse = (
    reason: 'addresses' | 'fileSize' | 'fileType' | 'fileUnread' | 'noList',
    wrong?: WrongLine | null,
  ) => {
    const sentence = translate(`messages.create.errors.${reason}`, { max: FILE_MAX_BYTES / 1024 })
    const where =
      wrong && translate('messages.create.errors.wrongLine', { ...wrong, line: String(wrong.line) })
    setError([sentence, where].filter(Boolean).join(' '))
  }

  const insert = (addresses: string[]) => {
    setWaiting(null)
    const values = form.getValues()
    const typed = commandsTyped(values)
    if (!typed) return refuse('noList')
    const hasExample = isExample(typed)
    const commands = withAddresses(hasExample ? [] : typed, addresses)
    const hasOthers = commands.some((command) => !isWmbusCommand(command))
    form.setValue('config', values.format === 'text' ? textOf(commands) : indentedJson(commands), {
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
    if ('refused' in addresses) refuse(addresses.refused, addresses.wrong)
    else if (commandsTyped(form.getValues())?.some(isWmbusCommand)) setWaiting(addresses)
    else insert(addresses)
  }
  return { error, waiting, start, insert, cancel: () => setWaiting(null) }
}

/**
 * Wraps the body of a config message: a button and a drop target for files with wM-BUS addresses. Rules, "Downlinks".
 */
export function AddressImport({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const translate = useTranslate()
  const { error, waiting, start, insert, cancel } = useAddressImport()
  const onFiles = (files: readonly File[]) => void start(files)
  const { isOver, handlers, sx } = useFileDrop(onFiles)
  return (
    <Box {...handlers} sx={sx}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        {actions}
        <FileButton
          label={translate('messages.create.wmbus.import')}
          accept=".csv,.txt"
          multiple
          onFiles={onFiles}
          sx={{ ml: { sm: 'auto' } }}
        />
      </Box>
      {error && (
        <Alert severity="error" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
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
