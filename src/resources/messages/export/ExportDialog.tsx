import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  LinearProgress,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useEffect, useId, useRef, useState } from 'react'
import { messagesApi } from '#contract/messages'
import { download, fileName } from '../../../components/files'
import { useTags } from '../../../components/tags/useTags'
import { useCurrentSpace } from '../../../dataProvider/account'
import { reasonOf } from '../../../dataProvider/client'
import { queryOf } from '../../../dataProvider/endpoints'
import { useGetOne } from '../../../dataProvider/queries'
import type { MessageQuery } from '../../../dataProvider/spaceVerbs'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate, useTranslateText } from '../../../i18n/translate'
import { collect, EXPORT_FORMATS, NOTHING } from './exportFile'

type FormatName = keyof typeof EXPORT_FORMATS

/** Name of the device, tag or space whose messages a query asks for. */
function useOwnerName({ device_id, tag_id }: MessageQuery): string {
  const space = useCurrentSpace()
  const tags = useTags()
  const deviceId = typeof device_id === 'string' ? device_id : ''
  const { data: device } = useGetOne('devices', { id: deviceId }, { enabled: deviceId !== '' })
  if (deviceId) return device?.name ?? deviceId
  if (tag_id) return tags?.find(({ id }) => id === tag_id)?.name ?? String(tag_id)
  return space?.name ?? ''
}

type ExportState = { name: 'idle' | 'running' | 'finished' } | { name: 'failed'; error: unknown }

/** Exports the messages of a query page by page into a file. Leaving the page stops it. */
function useExport(query: MessageQuery, format: FormatName) {
  const { listMessages } = useSpaceport()
  const owner = useOwnerName(query)
  const [state, setState] = useState<ExportState>({ name: 'idle' })
  const [collected, setCollected] = useState(NOTHING)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async (from = NOTHING) => {
    const { signal } = (controller.current = new AbortController())
    const { header, mediaType, extension } = EXPORT_FORMATS[format]
    setState({ name: 'running' })
    setCollected(from)
    try {
      const options = { listMessages, query, format: EXPORT_FORMATS[format], from, signal }
      const all = await collect({ ...options, onPage: setCollected })
      const file = new Blob([header, ...all.parts], { type: mediaType })
      if (all.count > 0) download(fileName('messages', owner, new Date(), extension), file)
      setState({ name: 'finished' })
    } catch (error) {
      if (!signal.aborted) setState({ name: 'failed', error })
    }
  }

  return {
    state,
    count: collected.count,
    /** Starts from the newest message. */
    start: () => void run(),
    /** Continues after the last message that was read. */
    resume: () => void run(collected),
  }
}

interface FormatChoiceProps {
  format: FormatName
  onChange: (format: FormatName) => void
  /** Number of messages; undefined when it is unknown. */
  total: number | undefined
}

/** Tells what will be exported, and asks for the format. */
function FormatChoice({ format, onChange, total }: FormatChoiceProps) {
  const translate = useTranslate()
  return (
    <>
      <DialogContentText sx={{ mb: 2 }}>
        {total === undefined
          ? translate('messages.exporting.all')
          : translate('messages.exporting.allOf', { smart_count: total })}
      </DialogContentText>
      <FormControl>
        <FormLabel>{translate('messages.exporting.format')}</FormLabel>
        <RadioGroup value={format} sx={{ gap: 1, mt: 1 }}>
          {(['jsonLines', 'csv'] as const).map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio />}
              label={translate(`messages.exporting.formats.${name}`)}
              onChange={() => onChange(name)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  )
}

interface ExportProgressProps {
  state: ExportState
  /** Number of messages that were read. */
  count: number
  total: number | undefined
}

/** The progress of an export, also for screen readers, and its error. */
function ExportProgress({ state, count, total }: ExportProgressProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  // The messages were counted earlier; more may have arrived since.
  const isKnown = total !== undefined && total > 0 && count <= total
  const text = () => {
    if (state.name === 'finished' && count === 0) return translate('messages.exporting.nothing')
    if (state.name === 'finished') return translate('messages.exporting.finished', { smart_count: count })
    return isKnown
      ? translate('messages.exporting.progressOf', { smart_count: total, count })
      : translate('messages.exporting.progress', { smart_count: count })
  }
  return (
    <>
      {state.name === 'running' && (
        <LinearProgress
          {...(isKnown && { variant: 'determinate', value: (100 * count) / total })}
          aria-label={translate('messages.exporting.progressLabel')}
          sx={{ height: 8, borderRadius: 1, mb: 1 }}
        />
      )}
      <Box component="output" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {text()}
      </Box>
      {state.name === 'failed' && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {translateText(reasonOf(state.error))}
        </Alert>
      )}
    </>
  )
}

interface ExportDialogProps {
  /** Everything that the list filters by. */
  filter: Record<string, unknown>
  total: number | undefined
  onClose: () => void
}

/** Asks for the format and shows the progress of the export. Closing it stops the export. */
export default function ExportDialog({ filter, total, onClose }: ExportDialogProps) {
  const translate = useTranslate()
  const [format, setFormat] = useState<FormatName>('jsonLines')
  // A relative range starts where it did when the dialog opened, however long the export takes.
  const [query] = useState(() => queryOf({ query: messagesApi.list.query.shape }, filter))
  const { state, count, start, resume } = useExport(query, format)
  const titleId = useId()
  const isRunning = state.name === 'running'
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={isRunning ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('messages.exporting.dialog')}</DialogTitle>
      <DialogContent>
        {state.name === 'idle' ? (
          <FormatChoice {...{ format, total }} onChange={setFormat} />
        ) : (
          <ExportProgress {...{ state, count, total }} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {state.name !== 'finished' && (
          <Button onClick={onClose}>
            {translate(isRunning ? 'messages.exporting.stop' : 'page.cancel')}
          </Button>
        )}
        {state.name === 'idle' && (
          <Button variant="contained" onClick={start}>
            {translate('messages.exporting.title')}
          </Button>
        )}
        {state.name === 'failed' && (
          <Button variant="contained" onClick={resume}>
            {translate('messages.exporting.resume')}
          </Button>
        )}
        {state.name === 'finished' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
