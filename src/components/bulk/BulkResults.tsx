import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { memo } from 'react'
import { useServerDown } from '../../dataProvider/connection'
import { useTranslateText } from '../../i18n'
import { csvTable, downloadCsv, fileName } from '../files'
import { sheetSettings } from '../sheets/sheetSettings'
import type { Outcome, Outcomes } from './runBulk'
import { useTranslate } from './texts'
import type { BulkRun } from './useBulkRun'

/** States in display order: those that need attention come first. */
const STATES = ['unknown', 'failed', 'skipped', 'done', 'unchanged'] as const

const COLORS = {
  waiting: 'text.secondary',
  done: 'success.main',
  unchanged: 'text.secondary',
  skipped: 'text.secondary',
  failed: 'error.main',
  unknown: 'warning.main',
}

/** The outcome of one item, in a word. */
export function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const translate = useTranslate()
  const state = outcome?.state ?? 'waiting'
  return (
    <Box component="span" sx={{ color: COLORS[state] }}>
      {translate(`bulk.states.${state}`)}
    </Box>
  )
}

const Row = memo(function Row({ name, outcome }: { name: string; outcome: Outcome | undefined }) {
  const translateText = useTranslateText()
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box component="span" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <OutcomeText outcome={outcome} />
      {outcome && 'message' in outcome && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}
        >
          {translateText(outcome.message)}
        </Typography>
      )}
    </Box>
  )
})

const inState = (ids: readonly string[], outcomes: Outcomes, state: Outcome['state']) =>
  ids.filter((id) => outcomes.get(id)?.state === state)

/** Counts of outcomes: "1 failed, 2 done". */
function useCounts() {
  const translate = useTranslate()
  return (ids: readonly string[], outcomes: Outcomes) =>
    STATES.map((state) => [state, inState(ids, outcomes, state).length] as const)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => translate(`bulk.counts.${state}`, { smart_count: count }))
      .join(', ')
}

type Shown = Pick<BulkRun, 'ids' | 'outcomes' | 'state' | 'checked' | 'isRunning'>

/** The progress of a bulk run; screen readers hear the counts when it ends. */
export function BulkProgress({ run }: { run: Shown }) {
  const { ids, outcomes, checked, isRunning } = run
  const translate = useTranslate()
  const isWaiting = useServerDown() && isRunning
  const counts = useCounts()
  const done = ids.filter((id) => outcomes.has(id)).length
  const unknown = inState(ids, outcomes, 'unknown').length
  const progress = checked ?? { done, total: ids.length }
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(100 * progress.done) / (progress.total || 1)}
        aria-label={translate('bulk.progressLabel')}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, my: 1 }}>
        <span role={isRunning ? undefined : 'status'}>{counts(ids, outcomes)}</span>
        <span>{translate('bulk.progress', { done, total: ids.length })}</span>
      </Box>
      {unknown > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          <span>{translate('bulk.unknown', { smart_count: unknown })}</span>{' '}
          {isWaiting ? (
            <span>{translate('bulk.waiting')}</span>
          ) : (
            checked && <span>{translate('bulk.checking', { ...checked })}</span>
          )}
        </Alert>
      )}
      {isWaiting && unknown === 0 && <Alert severity="info">{translate('bulk.waiting')}</Alert>}
    </>
  )
}

interface BulkResultsProps {
  run: Shown
  /** Name of the list. */
  label: string
  nameOf: (id: string) => string
}

/** The progress of a bulk run and the outcome of each item. Once it has ended, items that need attention come first. */
export function BulkResults({ run, label, nameOf }: BulkResultsProps) {
  const { ids, outcomes, state } = run
  const isWaiting = useServerDown()
  const isInOrder = (state === 'running' && !isWaiting) || state === 'stopping'
  const sorted = () => [
    ...STATES.flatMap((each) => inState(ids, outcomes, each)),
    ...ids.filter((id) => !outcomes.has(id)),
  ]
  return (
    <>
      <BulkProgress run={run} />
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {(isInOrder ? ids : sorted()).map((id) => (
          <Row key={id} name={nameOf(id)} outcome={outcomes.get(id)} />
        ))}
      </Box>
    </>
  )
}

interface BulkButtonsProps {
  run: BulkRun
  /** Label of the retry button. */
  retryLabel: (count: { smart_count: number }) => string
}

/** Actions for a bulk run: stop it, check unknown outcomes, retry failed or skipped items. */
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
  /** Prefix of the file name, and the owner in it. */
  file: string
  owner: string
}

/** Saves the outcome of each item as a CSV file. */
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
    downloadCsv(fileName(file, owner, new Date(), 'csv'), csvTable(columns, rows, sheetSettings()))
  }
  return <Button onClick={save}>{translate('bulk.save')}</Button>
}
