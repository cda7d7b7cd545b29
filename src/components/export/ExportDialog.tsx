import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  LinearProgress,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useId, useMemo, useRef, useState } from 'react'
import { type TextGroup, textOf, useTranslateText } from '../../i18n'
import { type MessageKey } from '../../i18n/translate'
import { msg as bulkMsg } from '../bulk/texts'
import { useBulkRun } from '../bulk/useBulkRun'
import { useLeaveQuestion } from '../bulk/useLeaveQuestion'
import { download } from '../files'
import { csvWriter, EXCEL_ROWS, type FileFormat, type Sheet, sheetFormat } from '../sheets/sheet'
import { keepSheetSettings, type SheetSettings, sheetSettings, zoneOf } from '../sheets/sheetSettings'
import { xlsxWriter } from '../sheets/xlsx'
import { msg as word } from '../words/texts'
import {
  FORMAT_NAMES,
  type FormatName,
  type Formats,
  jsonLines,
  nothingOf,
  pagesLeft,
  readPage,
  type Source,
} from './collect'
import { SheetChoice, type SheetChoiceProps } from './SheetChoice'
import { useTranslate } from './texts'

/** Keys of an export's texts about its rows. */
type Text =
  | 'dialog'
  | 'all'
  | 'allOf'
  | 'progress'
  | 'progressOf'
  | 'finished'
  | 'nothing'
  | 'formats.jsonLines'

type ExportTexts = TextGroup<Text>

/** Another table of the rows, as an option of the formats for spreadsheets. */
interface Variant<Row> {
  label: MessageKey
  hint: MessageKey
  args?: Record<string, number>
  sheet: Sheet<Row>
}

interface ExportProps<Row> {
  texts: ExportTexts
  /** Describes what is exported; by default, everything that matches the filters. */
  what?: string
  source: Source<Row>
  formats: Formats<Row>
  variant?: Variant<Row>
  /** The file name for an extension. */
  nameOf: (extension: string) => string
  /** Number of rows; undefined if unknown. */
  total: number | undefined
}

type Status = 'idle' | 'running' | 'complete' | 'incomplete'

/** Exports a list page by page into a file. */
function useExport<Row extends { id: string }>(
  { source, nameOf }: Pick<ExportProps<Row>, 'source' | 'nameOf'>,
  format: FileFormat<Row>,
) {
  const [collected, setCollected] = useState(() => nothingOf(source))
  // The rendered state may be older.
  const latest = useRef(collected)
  const save = async () => {
    const { pages, count, isComplete } = latest.current
    if (!isComplete || count === 0) return
    const content = await format.assemble(pages)
    download(nameOf(format.extension), new Blob([...content], { type: format.mediaType }))
  }
  const run = useBulkRun({ limit: 1, onFinished: () => void save() })
  const { isRunning, state, outcomes } = run
  const ended: Status = collected.isComplete ? 'complete' : 'incomplete'
  const status: Status = isRunning ? 'running' : state === 'idle' ? 'idle' : ended
  const failure = [...outcomes.values()].find((outcome) => 'message' in outcome)
  return {
    run,
    status,
    error: failure && 'message' in failure ? failure.message : null,
    count: collected.count,
    /** Starts at the newest row; after a failure or stop, continues after the last row read. */
    start: () =>
      run.start(
        pagesLeft(() => latest.current),
        {
          work: async (_page, signal) => {
            latest.current = await readPage({ source, format, from: latest.current, signal })
            setCollected(latest.current)
            return 'done'
          },
        },
      ),
  }
}

interface FormatChoiceProps
  extends Pick<ExportProps<never>, 'texts' | 'what' | 'total'>,
    Omit<SheetChoiceProps, 'format'> {
  format: FormatName
  onChange: (format: FormatName) => void
  variant?: Omit<Variant<never>, 'sheet'>
  isVariant: boolean
  onVariant: (isVariant: boolean) => void
}

type VariantChoiceProps = Required<Pick<FormatChoiceProps, 'variant' | 'isVariant' | 'onVariant'>>

/** Selects the variant of the format. */
function VariantChoice({ variant, isVariant, onVariant }: VariantChoiceProps) {
  const translate = useTranslate()
  const hintId = useId()
  const { label, hint, args } = variant
  return (
    <Box sx={{ ml: 4 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={isVariant}
            onChange={(_event, checked) => onVariant(checked)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
        label={translate(label)}
      />
      <FormHelperText id={hintId} sx={{ ml: 4, mt: -0.5 }}>
        {translate(hint, args)}
      </FormHelperText>
    </Box>
  )
}

/** Shows what will be exported and asks for the format. */
function FormatChoice({
  texts,
  what,
  format,
  onChange,
  total,
  variant,
  settings,
  onSettings,
  ...choice
}: FormatChoiceProps) {
  const translate = useTranslate()
  const labelId = useId()
  return (
    <>
      <DialogContentText sx={{ mb: 2 }}>
        {what ??
          (total === undefined
            ? translate(textOf(texts, 'all'))
            : translate(textOf(texts, 'allOf'), { smart_count: total }))}
      </DialogContentText>
      <FormControl>
        <FormLabel id={labelId}>{translate(word('words.message.format'))}</FormLabel>
        <RadioGroup value={format} aria-labelledby={labelId} sx={{ gap: 1, mt: 1 }}>
          {FORMAT_NAMES.map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio />}
              label={
                name === 'jsonLines'
                  ? translate(textOf(texts, 'formats.jsonLines'))
                  : translate(`export.formats.${name}`)
              }
              onChange={() => onChange(name)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {format !== 'jsonLines' && (
        <>
          {variant && <VariantChoice {...choice} variant={variant} />}
          <SheetChoice {...{ format, settings, onSettings }} />
        </>
      )}
    </>
  )
}

interface ExportProgressProps
  extends Pick<ReturnType<typeof useExport>, 'status' | 'error' | 'count'>,
    Pick<ExportProps<never>, 'texts' | 'total'> {
  format: FormatName
}

/** The progress of an export, also for screen readers, and its error. */
function ExportProgress({ texts, status, error, count, total, format }: ExportProgressProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  // The count is older; rows may have arrived since.
  const isKnown = total !== undefined && total > 0 && count <= total
  const text = () => {
    if (status === 'complete')
      return translate(textOf(texts, count > 0 ? 'finished' : 'nothing'), { smart_count: count })
    return isKnown
      ? translate(textOf(texts, 'progressOf'), { smart_count: total, count })
      : translate(textOf(texts, 'progress'), { smart_count: count })
  }
  return (
    <>
      {status === 'running' && (
        <LinearProgress
          {...(isKnown && { variant: 'determinate', value: (100 * count) / total })}
          aria-label={translate('export.progressLabel')}
          sx={{ height: 8, borderRadius: 1, mb: 1 }}
        />
      )}
      <Box component="output" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {text()}
      </Box>
      {status === 'complete' && count >= EXCEL_ROWS && format !== 'jsonLines' && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate(`export.beyond.${format}`, { max: EXCEL_ROWS })}
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {translateText(error)}
        </Alert>
      )}
    </>
  )
}

/** Asks for the format and shows the progress of the export, which can be stopped and continued. */
export function ExportDialog<Row extends { id: string }>({
  onClose,
  ...props
}: ExportProps<Row> & { onClose: () => void }) {
  const { texts, what, total, formats, variant } = props
  const translate = useTranslate()
  const [format, setFormat] = useState<FormatName>('jsonLines')
  const [isVariant, setVariant] = useState(false)
  const [settings, setSettings] = useState(sheetSettings)
  const chosen = useMemo(() => {
    if (format === 'jsonLines') return jsonLines(formats.lineOf)
    const writer = format === 'csv' ? csvWriter(settings, zoneOf(settings)) : xlsxWriter(zoneOf(settings))
    return sheetFormat(variant && isVariant ? variant.sheet : formats.sheet, writer)
  }, [format, settings, isVariant, variant, formats])
  const onSettings = (next: SheetSettings) => {
    setSettings(next)
    keepSheetSettings(next)
  }
  const { run, start, ...progress } = useExport(props, chosen)
  const { status } = progress
  const { ask, question } = useLeaveQuestion({ run })
  const titleId = useId()
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={(_event, reason) => {
        if (status !== 'running') onClose()
        else if (reason === 'escapeKeyDown') ask()
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{translate(textOf(texts, 'dialog'))}</DialogTitle>
      <DialogContent>
        {status === 'idle' ? (
          <FormatChoice
            {...{ texts, what, format, total, variant, isVariant, settings, onSettings }}
            onChange={setFormat}
            onVariant={setVariant}
          />
        ) : (
          <ExportProgress {...progress} {...{ texts, total, format }} />
        )}
      </DialogContent>
      <DialogActions>
        {status === 'running' && (
          <Button onClick={run.stop} disabled={run.state === 'stopping'}>
            {translate(run.state === 'stopping' ? bulkMsg('bulk.stopping') : bulkMsg('bulk.stop'))}
          </Button>
        )}
        {(status === 'idle' || status === 'incomplete') && (
          <>
            <Button onClick={onClose}>{translate('page.cancel')}</Button>
            <Button variant="contained" onClick={() => void start()}>
              {translate(status === 'idle' ? 'page.export' : 'export.resume')}
            </Button>
          </>
        )}
        {status === 'complete' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
      {question}
    </Dialog>
  )
}
