import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { devicesApi, scannedName } from '#contract/devices'
import { BulkButtons, BulkProgress } from '../../../components/bulk/BulkResults'
import { useBulkRun } from '../../../components/bulk/useBulkRun'
import { useLeaveQuestion } from '../../../components/bulk/useLeaveQuestion'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { lazyPart, Waiting } from '../../../components/lazyPart'
import { ConfirmDialog, LoadFailed } from '../../../components/page'
import { useTags } from '../../../components/tags/useTags'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { Rows } from './Rows'
import { checkDevices, isSerialNumber, type ReadDevice } from './rows'
import { type Chosen, type LabelValues, SharedInputs } from './SharedInputs'
import { Source } from './Source'
import { useTranslate } from './texts'
import { type Created, intakeJob, undoJob, useTaken } from './work'

const Scanner = lazyPart(() => import('./Scanner'))

const count = (smart_count: number) => ({ smart_count })

const NOTHING: readonly ReadDevice[] = []
const NONE: ReadonlySet<string> = new Set()

/**
 * Takes in many devices: reads them from a file, pasted rows or QR codes, shows what would be created and what is wrong,
 * creates the devices as one change, and can take all of them back. Claim tokens stay in this dialog. Rules, "Devices".
 */
export default function IntakeDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const { invalidate } = useAnswers()
  const tags = useTags()
  const [read, setRead] = useState(NOTHING)
  const [isScanning, setScanning] = useState(false)
  /** Devices that were scanned and are not read yet. */
  const [scanned, setScanned] = useState(0)
  const [isDiscarding, setDiscarding] = useState(false)
  const [shared, setShared] = useState<Chosen>({
    pattern: scannedName('{serial}'),
    tags: [],
    comment: '',
    template: null,
  })
  const labels = useForm<LabelValues>({ defaultValues: { label: [] } })
  const label = useWatch({ control: labels.control, name: 'label' })
  const serials = useMemo(
    () => [...new Set(read.map(({ serial_number }) => serial_number).filter(isSerialNumber))],
    [read],
  )
  const { taken, error, retry } = useTaken(serials)
  const rows = useMemo(
    () => checkDevices(read, { ...shared, label }, tags ?? [], taken ?? NONE),
    [read, shared, label, tags, taken],
  )
  const [created] = useState<Created>(() => new Map())
  const refresh = () => void invalidate(devicesApi)
  const intake = useBulkRun({ onFinished: refresh })
  const undo = useBulkRun({ onFinished: refresh })
  const run = undo.state === 'idle' ? intake : undo
  const { ask, question } = useLeaveQuestion({ run })

  const todo = rows.filter(({ input }) => input !== null).map(({ id }) => id)
  const isSearching = read.length > 0 && (!taken || !tags) && !error
  const isAsked = read.length > 0 && run.state === 'idle'
  const wrong = rows.filter(({ problems }) => problems.length > 0).length
  const shown = run === undo ? rows.filter(({ id }) => undo.ids.includes(id)) : rows
  const isLost = run.state === 'idle' && (read.length > 0 || scanned > 0)
  const close = () => {
    if (run.isRunning) ask()
    else if (isLost) setDiscarding(true)
    else onClose()
  }
  const takeBack = () => void undo.start([...created.keys()], undoJob(dataProvider, created))

  return (
    <TaskDialog
      title={translate('devices.intake.title')}
      maxWidth={read.length > 0 ? 'lg' : 'sm'}
      // A click beside the dialog must not lose what was read.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && close()}
    >
      <DialogContent>
        {read.length === 0 && !isScanning && <Source onRead={setRead} onScan={() => setScanning(true)} />}
        {read.length === 0 && isScanning && (
          <Suspense fallback={<Waiting />}>
            <Scanner onDone={setRead} onCount={setScanned} />
          </Suspense>
        )}
        {isAsked && <SharedInputs shared={shared} onChange={setShared} labels={labels} />}
        {error && <LoadFailed error={error} onRetry={retry} />}
        {isAsked && (
          <Typography role="status" sx={{ mb: 1 }}>
            {isSearching
              ? translate('devices.intake.searching')
              : translate('devices.intake.found', count(todo.length))}
          </Typography>
        )}
        {isAsked && wrong > 0 && (
          <Alert severity="warning" sx={{ mb: 1 }}>
            {translate('devices.intake.wrong', count(wrong))}
          </Alert>
        )}
        {run.state !== 'idle' && (
          <Box sx={{ position: 'sticky', top: 0, zIndex: 1, py: 1, bgcolor: 'background.paper' }}>
            {run === undo && <Typography sx={{ mb: 1 }}>{translate('devices.intake.undoing')}</Typography>}
            <BulkProgress run={run} />
          </Box>
        )}
        {intake.state === 'finished' && undo.state === 'idle' && (
          <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
            {translate('devices.intake.undoHint')}
          </Typography>
        )}
        {read.length > 0 && <Rows rows={shown} outcomes={run.outcomes} isStarted={run.state !== 'idle'} />}
      </DialogContent>
      <DialogActions>
        {run.state === 'idle' && (read.length > 0 || isScanning) && (
          <Button
            onClick={() => {
              setRead(NOTHING)
              setScanning(false)
              setScanned(0)
            }}
          >
            {translate('devices.intake.other')}
          </Button>
        )}
        {run.state === 'idle' && <Button onClick={close}>{translate('page.cancel')}</Button>}
        {isAsked && (
          <Button
            variant="contained"
            disabled={isSearching || Boolean(error) || todo.length === 0}
            onClick={() => void intake.start(todo, intakeJob(dataProvider, rows, created, shared.template))}
          >
            {translate('devices.intake.submit', count(todo.length))}
          </Button>
        )}
        {intake.state === 'finished' && undo.state === 'idle' && created.size > 0 && (
          <Button onClick={takeBack}>{translate('devices.intake.undo')}</Button>
        )}
        <BulkButtons run={run} retryLabel={(left) => translate('devices.intake.retry', left)} />
        {run.state === 'finished' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
      {question}
      <ConfirmDialog
        open={isDiscarding}
        title={translate('devices.intake.discard.title')}
        confirmLabel={translate('devices.intake.discard.confirm')}
        closeLabel={translate('devices.intake.discard.stay')}
        onConfirm={onClose}
        onClose={() => setDiscarding(false)}
      >
        {translate('devices.intake.discard.text', count(read.length || scanned))}
      </ConfirmDialog>
    </TaskDialog>
  )
}
