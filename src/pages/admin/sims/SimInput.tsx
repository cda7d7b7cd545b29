import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useLocale } from 'react-admin'
import { digitsText } from '../../../components/encoding/decode'
import { Section } from '../../../components/page'
import { FileButton, useFileDrop } from '../../../components/page/FileDrop'
import type { MessageKey } from '../../../i18n/translate'
import { type Entry, type Reading, readIds, SIMS_MAX } from './reader'
import { msg, useTranslate } from './texts'

/** Largest file, in megabytes. */
const FILE_MAX = 5
/** Number of ignored rows that are listed. */
const LISTED_ROWS = 3
const LISTED_TEXT = 40

interface FileNotice {
  severity: 'error' | 'info'
  text: string
}

const NOTHING_LEFT_OUT = { repeated: 0, ignoredRows: [], ignoredCells: 0 }

/** Sentences about the ignored parts of a text. */
function useLeftOut() {
  const translate = useTranslate()
  const count = (key: MessageKey, smart_count: number) =>
    smart_count > 0 ? [translate(key, { smart_count })] : []
  return ({ repeated, ignoredRows, ignoredCells }: Omit<Reading, 'entries'>): string[] => {
    const listed = ignoredRows.slice(0, LISTED_ROWS).map(({ row, text }) => {
      const short = text.length > LISTED_TEXT ? `${text.slice(0, LISTED_TEXT)}…` : text
      return translate('admin.sims.input.ignoredRow', { row: String(row), text: short })
    })
    const rows = [...listed, ...count(msg('admin.sims.input.more'), ignoredRows.length - listed.length)].join(
      ', ',
    )
    return [
      ...count(msg('admin.sims.input.repeated'), repeated),
      ...count(msg('admin.sims.input.ignoredCells'), ignoredCells),
      ...count(msg('admin.sims.input.ignoredRows'), ignoredRows.length).map((text) => `${text} ${rows}`),
    ]
  }
}

/** Reads files into the input, and says what each one added. */
function useFiles(append: (lines: readonly string[]) => void) {
  const translate = useTranslate()
  const leftOut = useLeftOut()
  const [notices, setNotices] = useState<FileNotice[]>([])
  const refuse = (
    reason: keyof typeof import('./messages.en')['default']['input']['refused'],
    name: string,
  ) => {
    const text = translate(`admin.sims.input.refused.${reason}`, { name, max: FILE_MAX })
    return { severity: 'error', text } as const
  }
  const read = async (file: File): Promise<FileNotice> => {
    const { name } = file
    if (!/\.(csv|txt)$/i.test(name)) return refuse('fileType', name)
    if (file.size > FILE_MAX * 1024 * 1024) return refuse('fileSize', name)
    const text = await digitsText(file).catch(() => null)
    if (text === null) return refuse('fileUnread', name)
    const { entries, ...rest } = readIds(text)
    if (entries.length === 0) return refuse('nothing', name)
    append(entries.map(({ id }) => id))
    const added = translate('admin.sims.input.added', { name, smart_count: entries.length })
    return { severity: 'info', text: [added, ...leftOut(rest)].join('. ') }
  }
  const onFiles = async (files: readonly File[]) => setNotices(await Promise.all(files.map(read)))
  return { notices, onFiles: (files: readonly File[]) => void onFiles(files), clear: () => setNotices([]) }
}

interface SimInputProps {
  text: string
  onText: (change: (text: string) => string) => void
  /** Values are being looked up or changed. */
  isBusy: boolean
  onLookUp: (entries: readonly Entry[]) => void
  /** Progress of the lookup. */
  children: ReactNode
}

/** Asks for IMSIs and ICCIDs: typed, pasted, or from a file. Rules, "SIM cards". */
export function SimInput({ text, onText, isBusy, onLookUp, children }: SimInputProps) {
  const translate = useTranslate()
  const numbers = new Intl.NumberFormat(useLocale())
  const leftOut = useLeftOut()
  const deferred = useDeferredValue(text)
  const { entries, ...rest } = useMemo(() => readIds(deferred), [deferred])
  const { notices, onFiles, clear } = useFiles((lines) =>
    onText((before) => [before.trimEnd(), ...lines].filter(Boolean).join('\n')),
  )
  const { isOver, handlers, sx } = useFileDrop(onFiles)
  const invalid = entries.filter(({ isValid }) => !isValid).length
  const valid = entries.length - invalid
  const isTooMany = entries.length > SIMS_MAX
  const summary = [
    ...(valid > 0 ? [translate('admin.sims.input.values', { smart_count: valid })] : []),
    ...(invalid > 0 ? [translate('admin.sims.input.invalid', { smart_count: invalid })] : []),
    ...leftOut(entries.length > 0 ? rest : { ...NOTHING_LEFT_OUT, ignoredRows: rest.ignoredRows }),
  ]
  return (
    <Section title={translate('admin.sims.input.title')}>
      <Box {...handlers} sx={sx}>
        <TextField
          label={translate('admin.sims.input.label')}
          helperText={translate(isOver ? 'admin.sims.input.drop' : 'admin.sims.input.hint')}
          value={text}
          onChange={({ target }) => onText(() => target.value)}
          multiline
          rows={6}
          fullWidth
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
        />
      </Box>
      {notices.map((notice) => (
        <Alert key={notice.text} severity={notice.severity} onClose={clear} sx={{ mt: 1 }}>
          {notice.text}
        </Alert>
      ))}
      {isTooMany && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {translate('admin.sims.input.tooMany', { max: numbers.format(SIMS_MAX) })}
        </Alert>
      )}
      <Typography
        role="status"
        variant="body2"
        color="text.secondary"
        sx={{ my: 1, overflowWrap: 'anywhere' }}
      >
        {summary.join('. ')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
        <Button
          disabled={text === ''}
          onClick={() => {
            onText(() => '')
            clear()
          }}
          sx={{ mr: 'auto' }}
        >
          {translate('admin.sims.input.clear')}
        </Button>
        <FileButton
          label={translate('admin.sims.input.choose')}
          accept=".csv,.txt"
          multiple
          onFiles={onFiles}
        />
        <Button
          variant="contained"
          disabled={isBusy || isTooMany || entries.length === 0 || deferred !== text}
          onClick={() => onLookUp(entries)}
        >
          {translate(valid > 0 ? 'admin.sims.input.lookUp' : 'admin.sims.input.lookUpNone', {
            smart_count: valid,
          })}
        </Button>
      </Box>
      {children}
    </Section>
  )
}
