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
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { messagesApi } from '#contract/messages'
import { download, fileName } from '../../../components/files'
import { useTags } from '../../../components/tags/useTags'
import { useCurrentSpace } from '../../../dataProvider/account'
import { reasonOf } from '../../../dataProvider/client'
import { queryOf } from '../../../dataProvider/endpoints'
import { useGetOne, useSpaceport } from '../../../dataProvider/queries'
import type { MessageQuery } from '../../../dataProvider/spaceVerbs'
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

/** Exports the messages of a query page by page into a file. Leaving the page stops it. */
function useExport(query: MessageQuery, formatName: FormatName) {
  const { listMessages } = useSpaceport()
  const owner = useOwnerName(query)
  const [collected, setCollected] = useState(NOTHING)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const { status, error, mutate } = useMutation({
    mutationFn: async () => {
      const { signal } = (controller.current = new AbortController())
      const format = EXPORT_FORMATS[formatName]
      const options = { listMessages, query, format, from: collected, signal, onPage: setCollected }
      const { parts, count } = await collect(options)
      const file = new Blob([format.header, ...parts], { type: format.mediaType })
      if (count > 0) download(fileName('messages', owner, new Date(), format.extension), file)
    },
  })
  return {
    status,
    error,
    count: collected.count,
    /** Starts from the newest message; after a failure, continues after the last message that was read. */
    run: () => mutate(),
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
        <FormLabel>{translate('messages.create.format.title')}</FormLabel>
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

interface ExportProgressProps extends Pick<ReturnType<typeof useExport>, 'status' | 'error' | 'count'> {
  total: number | undefined
}

/** The progress of an export, also for screen readers, and its error. */
function ExportProgress({ status, error, count, total }: ExportProgressProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  // The messages were counted earlier; more may have arrived since.
  const isKnown = total !== undefined && total > 0 && count <= total
  const text = () => {
    if (status === 'success')
      return translate(`messages.exporting.${count > 0 ? 'finished' : 'nothing'}`, { smart_count: count })
    return isKnown
      ? translate('messages.exporting.progressOf', { smart_count: total, count })
      : translate('messages.exporting.progress', { smart_count: count })
  }
  return (
    <>
      {status === 'pending' && (
        <LinearProgress
          {...(isKnown && { variant: 'determinate', value: (100 * count) / total })}
          aria-label={translate('messages.exporting.progressLabel')}
          sx={{ height: 8, borderRadius: 1, mb: 1 }}
        />
      )}
      <Box component="output" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {text()}
      </Box>
      {error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {translateText(reasonOf(error))}
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
  const { run, ...progress } = useExport(query, format)
  const { status } = progress
  const titleId = useId()
  const isRunning = status === 'pending'
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={isRunning ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('messages.exporting.dialog')}</DialogTitle>
      <DialogContent>
        {status === 'idle' ? (
          <FormatChoice {...{ format, total }} onChange={setFormat} />
        ) : (
          <ExportProgress {...progress} total={total} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {status === 'success' ? (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        ) : (
          <Button onClick={onClose}>
            {translate(isRunning ? 'messages.exporting.stop' : 'page.cancel')}
          </Button>
        )}
        {(status === 'idle' || status === 'error') && (
          <Button variant="contained" onClick={run}>
            {translate(`messages.exporting.${status === 'idle' ? 'title' : 'resume'}`)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
