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
import { reasonOf } from '../../dataProvider/client'
import { type MessageKey, useTranslate, useTranslateText } from '../../i18n/translate'
import { download } from '../files'
import { collect, FORMAT_NAMES, type FormatName, type Formats, nothingOf, type Source } from './collect'

/** What an export says of its rows. */
type Text =
  | 'dialog'
  | 'all'
  | 'allOf'
  | 'progress'
  | 'progressOf'
  | 'finished'
  | 'nothing'
  | `formats.${FormatName}`

/** Key of the texts of an export. */
export type ExportTexts = {
  [Key in MessageKey]: Key extends `${infer Of}.progressOf`
    ? `${Of}.${Text}` extends MessageKey
      ? Of
      : never
    : never
}[MessageKey]

interface ExportProps<Row> {
  texts: ExportTexts
  source: Source<Row>
  formats: Formats<Row>
  /** Name of the file. */
  nameOf: (extension: string) => string
  /** Number of rows; undefined when it is unknown. */
  total: number | undefined
}

/** Exports a list page by page into a file. Leaving the page stops it. */
function useExport<Row extends { id: string }>(
  { source, formats, nameOf }: ExportProps<Row>,
  formatName: FormatName,
) {
  const [collected, setCollected] = useState(() => nothingOf(source))
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const { status, error, mutate } = useMutation({
    mutationFn: async () => {
      const { signal } = (controller.current = new AbortController())
      const format = formats[formatName]
      const { parts, count } = await collect({
        source,
        format,
        from: collected,
        signal,
        onPage: setCollected,
      })
      const file = new Blob([format.header, ...parts], { type: format.mediaType })
      if (count > 0) download(nameOf(format.extension), file)
    },
  })
  return {
    status,
    error,
    count: collected.count,
    /** Starts from the newest row; after a failure, continues after the last row that was read. */
    run: () => mutate(),
  }
}

interface FormatChoiceProps extends Pick<ExportProps<never>, 'texts' | 'total'> {
  format: FormatName
  onChange: (format: FormatName) => void
}

/** Tells what will be exported, and asks for the format. */
function FormatChoice({ texts, format, onChange, total }: FormatChoiceProps) {
  const translate = useTranslate()
  const labelId = useId()
  return (
    <>
      <DialogContentText sx={{ mb: 2 }}>
        {total === undefined
          ? translate(`${texts}.all`)
          : translate(`${texts}.allOf`, { smart_count: total })}
      </DialogContentText>
      <FormControl>
        <FormLabel id={labelId}>{translate('messages.create.format.title')}</FormLabel>
        <RadioGroup value={format} aria-labelledby={labelId} sx={{ gap: 1, mt: 1 }}>
          {FORMAT_NAMES.map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio />}
              label={translate(`${texts}.formats.${name}`)}
              onChange={() => onChange(name)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  )
}

interface ExportProgressProps
  extends Pick<ReturnType<typeof useExport>, 'status' | 'error' | 'count'>,
    Pick<ExportProps<never>, 'texts' | 'total'> {}

/** The progress of an export, also for screen readers, and its error. */
function ExportProgress({ texts, status, error, count, total }: ExportProgressProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  // The rows were counted earlier; more may have arrived since.
  const isKnown = total !== undefined && total > 0 && count <= total
  const text = () => {
    if (status === 'success')
      return translate(`${texts}.${count > 0 ? 'finished' : 'nothing'}`, { smart_count: count })
    return isKnown
      ? translate(`${texts}.progressOf`, { smart_count: total, count })
      : translate(`${texts}.progress`, { smart_count: count })
  }
  return (
    <>
      {status === 'pending' && (
        <LinearProgress
          {...(isKnown && { variant: 'determinate', value: (100 * count) / total })}
          aria-label={translate('exporting.progressLabel')}
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

/** Asks for the format and shows the progress of the export. Closing it stops the export. */
export function ExportDialog<Row extends { id: string }>({
  onClose,
  ...props
}: ExportProps<Row> & { onClose: () => void }) {
  const { texts, total } = props
  const translate = useTranslate()
  const [format, setFormat] = useState<FormatName>('jsonLines')
  const { run, ...progress } = useExport(props, format)
  const { status } = progress
  const titleId = useId()
  const isRunning = status === 'pending'
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={isRunning ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate(`${texts}.dialog`)}</DialogTitle>
      <DialogContent>
        {status === 'idle' ? (
          <FormatChoice {...{ texts, format, total }} onChange={setFormat} />
        ) : (
          <ExportProgress {...progress} {...{ texts, total }} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {status === 'success' ? (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        ) : (
          <Button onClick={onClose}>{translate(isRunning ? 'exporting.stop' : 'page.cancel')}</Button>
        )}
        {(status === 'idle' || status === 'error') && (
          <Button variant="contained" onClick={run}>
            {translate(`exporting.${status === 'idle' ? 'title' : 'resume'}`)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
