import { Box, LinearProgress, Typography } from '@mui/material'
import { memo } from 'react'
import { useTranslate, useTranslateText } from '../../../i18n/translate'
import type { Outcome } from './runner'
import type { Outcomes } from './useBulkRun'

const STATES = ['failed', 'skipped', 'done', 'unchanged'] as const
const COLORS = {
  waiting: 'text.secondary',
  done: 'success.main',
  unchanged: 'text.secondary',
  skipped: 'text.secondary',
  failed: 'error.main',
}

const Row = memo(function Row({ name, outcome }: { name: string; outcome: Outcome | undefined }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const state = outcome?.state ?? 'waiting'
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box component="span" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <Box component="span" sx={{ color: COLORS[state] }}>
        {translate(`devices.bulk.states.${state}`)}
      </Box>
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

interface BulkResultsProps {
  ids: readonly string[]
  outcomes: Outcomes
  nameOf: (id: string) => string
  isRunning: boolean
}

/** How far a bulk run is and how each device fared; when it ended, those that need attention come first. */
export function BulkResults({ ids, outcomes, nameOf, isRunning }: BulkResultsProps) {
  const translate = useTranslate()
  const numbers = { done: outcomes.size, total: ids.length }
  const ended = (state: Outcome['state']) => ids.filter((id) => outcomes.get(id)?.state === state)
  const rows = isRunning ? ids : STATES.flatMap(ended)
  const counts = STATES.map((state) => [state, ended(state).length] as const).filter(([, count]) => count > 0)
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(100 * numbers.done) / numbers.total}
        aria-label={translate('devices.bulk.progressLabel')}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, my: 1 }}>
        <span role={isRunning ? undefined : 'status'}>
          {counts
            .map(([state, count]) => translate(`devices.bulk.counts.${state}`, { smart_count: count }))
            .join(', ')}
        </span>
        <span>{translate('devices.bulk.progress', numbers)}</span>
      </Box>
      <Box
        component="ul"
        aria-label={translate('devices.bulk.results')}
        sx={{ listStyle: 'none', m: 0, p: 0, fontVariantNumeric: 'tabular-nums' }}
      >
        {rows.map((id) => (
          <Row key={id} name={nameOf(id)} outcome={outcomes.get(id)} />
        ))}
      </Box>
    </>
  )
}
