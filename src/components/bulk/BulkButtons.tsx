import { Button } from '@mui/material'
import { useTranslateText } from '../../i18n'
import { csvTable, downloadCsv, fileName } from '../files'
import { useTranslate } from './texts'
import type { BulkRun } from './useBulkRun'

interface BulkButtonsProps {
  run: BulkRun
  /** The text of the button that retries. */
  retryLabel: (count: { smart_count: number }) => string
}

/** What can be done about a bulk run: stop it, check what is unknown, try again what failed or was skipped. */
export function BulkButtons({ run, retryLabel }: BulkButtonsProps) {
  const translate = useTranslate()
  const { ids, outcomes, state, left } = run
  if (run.isRunning)
    return (
      <Button onClick={run.stop} disabled={state === 'stopping'}>
        {translate(state === 'stopping' ? 'bulk.stopping' : 'bulk.stop')}
      </Button>
    )
  if (state !== 'finished') return null
  const isUnknown = ids.some((id) => outcomes.get(id)?.state === 'unknown')
  return (
    <>
      {isUnknown && <Button onClick={() => void run.check()}>{translate('bulk.check')}</Button>}
      {left.length > 0 && (
        <Button onClick={() => void run.retry()}>{retryLabel({ smart_count: left.length })}</Button>
      )}
    </>
  )
}

interface SaveResultsProps {
  run: Pick<BulkRun, 'ids' | 'outcomes'>
  nameOf: (id: string) => string
  /** The beginning of the file's name, and its owner. */
  file: string
  owner: string
}

/** Saves the result of each row as a CSV file. */
export function SaveResults({ run: { ids, outcomes }, nameOf, file, owner }: SaveResultsProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const save = () => {
    const columns = (['name', 'id', 'result', 'message'] as const).map((column) =>
      translate(`bulk.columns.${column}`),
    )
    const rows = ids.map((id) => {
      const outcome = outcomes.get(id)
      const message = outcome && 'message' in outcome ? translateText(outcome.message) : null
      return [nameOf(id), id, translate(`bulk.states.${outcome?.state ?? 'waiting'}`), message]
    })
    downloadCsv(fileName(file, owner, new Date(), 'csv'), csvTable(columns, rows))
  }
  return <Button onClick={save}>{translate('bulk.save')}</Button>
}
