import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { SUGGESTED_ENVIRONMENT, variablesApi } from '#contract/variables'
import { BulkButtons, BulkProgress } from '../../../components/bulk/BulkResults'
import { msg as bulkMsg } from '../../../components/bulk/texts'
import { useBulkRun } from '../../../components/bulk/useBulkRun'
import { useLeaveQuestion } from '../../../components/bulk/useLeaveQuestion'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { downloadCsv, fileName } from '../../../components/files'
import { LoadFailed } from '../../../components/page'
import { sheetSettings } from '../../../components/sheets/sheetSettings'
import { useCurrentSpace, usePermission } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { Columns } from './Columns'
import { type CheckedRow, checkRows, rowsOf } from './check'
import { type CsvTable, writeCsv } from './csv'
import { useExisting } from './existing'
import { actionOf, importJob } from './plan'
import { Rows, useProblemTexts } from './Rows'
import { Source } from './Source'
import { useFoundDevices } from './useFoundDevices'

const count = (smart_count: number) => ({ smart_count })

const NOTHING: ReadonlySet<string> = new Set()
const NO_ROWS: ReturnType<typeof rowsOf> = []

/** Checked rows of the table, with their devices. */
function useChecked(table: CsvTable | null, environment: string) {
  const rows = useMemo(() => (table ? rowsOf(table, environment) : NO_ROWS), [table, environment])
  const cells = useMemo(() => rows.map(({ device }) => device), [rows])
  const { devices, error, retry } = useFoundDevices(cells)
  const there = useExisting(table !== null)
  const { existing } = there
  const checked = useMemo(() => checkRows(rows, devices, existing), [rows, devices, existing])
  const failure = error ?? there.error
  return {
    checked,
    isSearching: (devices === undefined || existing === undefined) && !failure,
    error: failure,
    retry: error ? retry : there.retry,
  }
}

/**
 * Creates and updates variables from a file: it asks for the file, shows its content and errors, then sends it row by
 * row.
 */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const { invalidate } = useAnswers()
  const space = useCurrentSpace()
  const problemTexts = useProblemTexts()
  const [table, setTable] = useState<CsvTable | null>(null)
  const [environment, setEnvironment] = useState<string>(SUGGESTED_ENVIRONMENT)
  const { checked, isSearching, error, retry } = useChecked(table, environment)
  const refresh = () => void invalidate(variablesApi)
  const run = useBulkRun({ onFinished: refresh })
  const { state, outcomes } = run
  const { ask, question } = useLeaveQuestion({ run })

  const [updated, setUpdated] = useState(NOTHING)
  const mayUpdate = usePermission('space:variable:update')
  const onUpdate = useCallback((chosen: readonly string[], isUpdated: boolean) => {
    const ids = new Set(chosen)
    setUpdated(
      (before) => new Set([...before].filter((id) => !ids.has(id)).concat(isUpdated ? [...ids] : [])),
    )
  }, [])
  const isToDo = (row: CheckedRow) => ['create', 'update'].includes(actionOf(row, updated) ?? '')
  const todo = checked.filter(isToDo)
  const ids = todo.map(({ id }) => id)
  const failed = checked.filter(
    (row) => row.problems.length > 0 || (isToDo(row) && outcomes.get(row.id)?.state !== 'done'),
  )
  const idsThere = (there: CheckedRow['there']) =>
    checked.flatMap((row) => (row.there === there ? row.id : []))
  const [differing, locked] = [idsThere('differs'), idsThere('locked')]
  const read = (chosen: CsvTable) => {
    setTable(chosen)
    setUpdated(NOTHING)
  }
  const start = () => void run.start(ids, importJob(dataProvider, checked, updated))
  const save = () => {
    const lines = failed.map((row) => ({
      ...row,
      error: problemTexts(row, outcomes.get(row.id)).join(' ') || translate(bulkMsg('bulk.states.skipped')),
    }))
    downloadCsv(
      fileName('variables-failed', space?.name ?? '', new Date(), 'csv'),
      writeCsv(lines, sheetSettings()),
    )
  }
  const close = () => (run.isRunning ? ask() : onClose())
  const content = useRef<HTMLDivElement>(null)
  // The focused element disappears with the previous step.
  const step = table ? state : null
  useEffect(() => {
    if (step) content.current?.focus()
  }, [step])
  const wrong = checked.filter(({ problems }) => problems.length > 0).length

  return (
    <TaskDialog
      title={translate('variables.import.title')}
      maxWidth={table ? 'lg' : 'sm'}
      // A click beside the dialog must not lose the file.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && close()}
    >
      <DialogContent ref={content} tabIndex={-1} sx={{ '&:focus': { outline: 0 } }}>
        {!table && <Source onTable={read} />}
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
        {state === 'idle' && differing.length > 0 && (
          <Alert
            severity="info"
            sx={{ mb: 1 }}
            action={
              mayUpdate && (
                <>
                  <Button color="inherit" size="small" onClick={() => onUpdate(differing, false)}>
                    {translate('variables.import.there.skipAll')}
                  </Button>
                  <Button color="inherit" size="small" onClick={() => onUpdate(differing, true)}>
                    {translate('variables.import.there.updateAll')}
                  </Button>
                </>
              )
            }
          >
            {translate('variables.import.there.found', count(differing.length))}
          </Alert>
        )}
        {state === 'idle' && locked.length > 0 && (
          <Alert severity="info" sx={{ mb: 1 }}>
            {translate('variables.import.there.foundLocked', count(locked.length))}
          </Alert>
        )}
        {state !== 'idle' && (
          // Stays in view while the rows scroll.
          <Box sx={{ position: 'sticky', top: 0, zIndex: 1, py: 1, bgcolor: 'background.paper' }}>
            <BulkProgress run={run} />
          </Box>
        )}
        {table && (
          <Rows
            rows={checked}
            isStarted={state !== 'idle'}
            onUpdate={mayUpdate ? onUpdate : undefined}
            {...{ outcomes, updated }}
          />
        )}
      </DialogContent>
      <DialogActions>
        {state === 'idle' && (
          <>
            {table && <Button onClick={() => setTable(null)}>{translate('variables.import.other')}</Button>}
            <Button onClick={onClose}>{translate('page.cancel')}</Button>
          </>
        )}
        {state === 'idle' && table && (
          <Button variant="contained" disabled={isSearching || ids.length === 0} onClick={start}>
            {translate('variables.import.submit', count(ids.length))}
          </Button>
        )}
        {state === 'finished' && failed.length > 0 && (
          <Button onClick={save}>{translate('variables.import.save')}</Button>
        )}
        <BulkButtons run={run} retryLabel={(left) => translate('variables.import.retry', left)} />
        {state === 'finished' && (
          <Button variant="contained" onClick={onClose}>
            {translate('common.close')}
          </Button>
        )}
      </DialogActions>
      {question}
    </TaskDialog>
  )
}
