import { Box, LinearProgress, Typography } from '@mui/material'
import { memo } from 'react'
import { useTranslate, useTranslateText } from '../../i18n/translate'
import type { Outcome, Outcomes } from './runner'

/** Those that need attention come first. */
const STATES = ['failed', 'skipped', 'done', 'unchanged'] as const

const COLORS = {
  waiting: 'text.secondary',
  done: 'success.main',
  unchanged: 'text.secondary',
  skipped: 'text.secondary',
  failed: 'error.main',
}

/** How one item fared, in a word. */
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
      {outcome?.state === 'failed' && (
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

interface BulkProgressProps {
  ids: readonly string[]
  outcomes: Outcomes
  isRunning: boolean
}

const inState = ({ ids, outcomes }: BulkProgressProps, state: Outcome['state']) =>
  ids.filter((id) => outcomes.get(id)?.state === state)

/** How far a bulk run is; when it has ended, screen readers hear the counts. */
export function BulkProgress(props: BulkProgressProps) {
  const { ids, outcomes, isRunning } = props
  const translate = useTranslate()
  const total = ids.length
  const done = ids.filter((id) => outcomes.has(id)).length
  const counts = STATES.map((state) => [state, inState(props, state).length] as const)
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(100 * done) / total}
        aria-label={translate('bulk.progressLabel')}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, my: 1 }}>
        <span role={isRunning ? undefined : 'status'}>
          {counts
            .filter(([, count]) => count > 0)
            .map(([state, count]) => translate(`bulk.counts.${state}`, { smart_count: count }))
            .join(', ')}
        </span>
        <span>{translate('bulk.progress', { done, total })}</span>
      </Box>
    </>
  )
}

interface BulkResultsProps extends BulkProgressProps {
  /** Name of the list. */
  label: string
  nameOf: (id: string) => string
}

/** How far a bulk run is and how each item fared; when it ended, those that need attention come first. */
export function BulkResults({ label, nameOf, ...run }: BulkResultsProps) {
  const rows = run.isRunning ? run.ids : STATES.flatMap((state) => inState(run, state))
  return (
    <>
      <BulkProgress {...run} />
      <Box
        component="ul"
        aria-label={label}
        sx={{ listStyle: 'none', m: 0, p: 0, fontVariantNumeric: 'tabular-nums' }}
      >
        {rows.map((id) => (
          <Row key={id} name={nameOf(id)} outcome={run.outcomes.get(id)} />
        ))}
      </Box>
    </>
  )
}
