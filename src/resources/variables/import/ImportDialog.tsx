import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { SUGGESTED_ENVIRONMENT, type VariableCreate } from '#contract/variables'
import { BulkProgress } from '../../../components/bulk/BulkResults'
import { type BulkWork, remaining, useBulkRun } from '../../../components/bulk/runner'
import { download, fileName } from '../../../components/files'
import { ConfirmDialog, checkDenied, LoadFailed } from '../../../components/page'
import { TaskDialog } from '../../../components/page/TaskDialog'
import { useCurrentSpace } from '../../../dataProvider/account'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../../../i18n/translate'
import { Columns } from './Columns'
import { checkRows, rowsOf } from './check'
import { type CsvTable, writeCsv } from './csv'
import { Rows, useProblemTexts } from './Rows'
import { Source } from './Source'
import { useFoundDevices } from './useFoundDevices'

interface ImportDialogProps {
  onClose: () => void
  /** The person went one step back out of the dialog. */
  isLeft: boolean
  /** Takes that step forth again. */
  onStay: () => void
  /** Hears whether the import is running: then the dialog has to stay. */
  onRunning: (isRunning: boolean) => void
}

interface LeaveQuestion extends Omit<ImportDialogProps, 'onClose'> {
  isRunning: boolean
  ask: () => void
}

/** Asks before the page is closed, loaded anew, or left by a step back while the import is running. */
function useLeaveQuestion({ isRunning, isLeft, onStay, onRunning, ask }: LeaveQuestion) {
  useEffect(() => {
    if (!isRunning) return undefined
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [isRunning])
  useEffect(() => {
    onRunning(isRunning)
    return () => onRunning(false)
  }, [isRunning, onRunning])
  const stay = useEffectEvent(() => {
    if (!isRunning) return
    onStay()
    ask()
  })
  useEffect(() => {
    if (isLeft) stay()
  }, [isLeft])
}

const count = (smart_count: number) => ({ smart_count })

const NO_ROWS: ReturnType<typeof rowsOf> = []

/** The rows of the table, checked, with their devices. */
function useChecked(table: CsvTable | null, environment: string) {
  const rows = useMemo(() => (table ? rowsOf(table, environment) : NO_ROWS), [table, environment])
  const cells = useMemo(() => rows.map(({ device }) => device), [rows])
  const { devices, error, retry } = useFoundDevices(cells)
  const checked = useMemo(() => checkRows(rows, devices), [rows, devices])
  return { checked, isSearching: devices === undefined && !error, error, retry }
}

/** Creates variables of a file: asks for it, shows what is in it and what is wrong, then sends it row by row. */
export default function ImportDialog({ onClose, ...leaving }: ImportDialogProps) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const space = useCurrentSpace()
  const problemTexts = useProblemTexts()
  const [table, setTable] = useState<CsvTable | null>(null)
  const [environment, setEnvironment] = useState<string>(SUGGESTED_ENVIRONMENT)
  const [isAsking, setAsking] = useState(false)
  const { checked, isSearching, error, retry } = useChecked(table, environment)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['variables'] })
  const { state, outcomes, start, stop } = useBulkRun(refresh)

  const inputs = useMemo(
    () =>
      new Map(checked.flatMap(({ id, input }): [string, VariableCreate][] => (input ? [[id, input]] : []))),
    [checked],
  )
  const ids = useMemo(() => [...inputs.keys()], [inputs])
  const left = remaining(ids, outcomes)
  const failed = checked.filter(({ id, input }) => !input || outcomes.get(id)?.state !== 'done')
  const isRunning = state === 'running' || state === 'stopping'
  useLeaveQuestion({ ...leaving, isRunning, ask: () => setAsking(true) })

  const work: BulkWork<string> = async (id) => {
    const { data } = await dataProvider.create('variables', { data: { ...inputs.get(id) } })
    checkDenied(data, stop)
    return 'done'
  }
  const save = () => {
    const lines = failed.map((row) => ({
      ...row,
      error: problemTexts(row, outcomes.get(row.id)).join(' ') || translate('bulk.states.skipped'),
    }))
    const file = new Blob([writeCsv(lines)], { type: 'text/csv;charset=utf-8' })
    download(fileName('variables-failed', space?.name ?? '', new Date(), 'csv'), file)
  }
  const close = () => (isRunning ? setAsking(true) : onClose())
  const stopNow = () => {
    stop()
    setAsking(false)
  }
  const content = useRef<HTMLDivElement>(null)
  // What had the focus goes with the step before.
  const step = table ? state : null
  useEffect(() => {
    if (step) content.current?.focus()
  }, [step])
  const wrong = checked.filter(({ problems }) => problems.length > 0).length

  return (
    <TaskDialog
      title={translate('variables.import.title')}
      maxWidth={table ? 'lg' : 'sm'}
      // A click beside it must not lose what was read.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && close()}
    >
      <DialogContent ref={content} tabIndex={-1} sx={{ '&:focus': { outline: 0 } }}>
        {!table && <Source onTable={setTable} />}
        {table && state === 'idle' && (
          <Columns {...{ table, environment }} onChange={setTable} onEnvironment={setEnvironment} />
        )}
        {error && <LoadFailed error={error} onRetry={retry} />}
        {table && state === 'idle' && (
          <Typography role="status" sx={{ mb: 1 }}>
            {isSearching
              ? translate('variables.import.searchingAll')
              : translate('variables.import.found', count(ids.length))}
          </Typography>
        )}
        {wrong > 0 && (
          <Alert severity="warning" sx={{ mb: 1 }}>
            {translate('variables.import.wrong', count(wrong))}
          </Alert>
        )}
        {state !== 'idle' && (
          // In sight also while the rows are scrolled.
          <Box sx={{ position: 'sticky', top: 0, zIndex: 1, py: 1, bgcolor: 'background.paper' }}>
            <BulkProgress {...{ ids, outcomes, isRunning }} />
          </Box>
        )}
        {table && <Rows rows={checked} outcomes={outcomes} isStarted={state !== 'idle'} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        {state === 'idle' && (
          <>
            {table && <Button onClick={() => setTable(null)}>{translate('variables.import.other')}</Button>}
            <Button onClick={onClose}>{translate('page.cancel')}</Button>
          </>
        )}
        {state === 'idle' && table && (
          <Button
            variant="contained"
            disabled={isSearching || ids.length === 0}
            onClick={() => void start(ids, work)}
          >
            {translate('variables.import.submit', count(ids.length))}
          </Button>
        )}
        {isRunning && (
          <Button onClick={stop} disabled={state === 'stopping'}>
            {translate(state === 'stopping' ? 'bulk.stopping' : 'bulk.stop')}
          </Button>
        )}
        {state === 'finished' && (
          <>
            {failed.length > 0 && <Button onClick={save}>{translate('variables.import.save')}</Button>}
            {left.length > 0 && (
              <Button onClick={() => void start(left, work)}>
                {translate('variables.import.retry', count(left.length))}
              </Button>
            )}
            <Button variant="contained" onClick={onClose}>
              {translate('common.close')}
            </Button>
          </>
        )}
      </DialogActions>
      <ConfirmDialog
        open={isAsking && isRunning}
        title={translate('variables.import.leave.title')}
        confirmLabel={translate('variables.import.leave.confirm')}
        closeLabel={translate('variables.import.leave.keep')}
        onConfirm={stopNow}
        onClose={() => setAsking(false)}
      >
        {translate('variables.import.leave.text')}
      </ConfirmDialog>
    </TaskDialog>
  )
}
