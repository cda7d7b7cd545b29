import { Alert, LinearProgress, Typography } from '@mui/material'
import { useState } from 'react'
import { type Connector, type Operation, PAUSE_WARNING } from '#contract/connectors'
import { formatTime, useClock } from '../../../clock'
import { useFailureText } from '../../../components/failure/useFailureText'
import { lazyPart } from '../../../components/lazyPart'
import { PermissionButton, useNow, wrapped } from '../../../components/page'
import { useTranslate } from '../texts'
import { type Held, isHeld } from './OperationText'
import { useBacklogText } from './useOperation'

const ResumeDialog = lazyPart(async () => ({ default: (await import('./OperationDialogs')).ResumeDialog }))

const REDRAW_EVERY = 15_000

const SEVERITIES = { paused: 'info', waiting: 'warning', stopped: 'error' } as const

interface Props {
  connector: Connector
  operation: Operation
}

/** How far the skipping of what waited is. */
function Skipping({ skipping }: { skipping: NonNullable<Operation['skipping']> }) {
  const translate = useTranslate()
  const { total, done } = skipping
  const words = translate('connectors.operation.skipping', { done, total })
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {words}
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 100 : Math.min(100, (100 * done) / total)}
        aria-label={words}
        sx={{ mt: 1 }}
      />
    </Alert>
  )
}

/** When a pause ends, and how. */
function Ending({ until, backlog, now }: { until: string; backlog: Operation['then']; now: number }) {
  const translate = useTranslate()
  const clock = useClock()
  const time = formatTime(Date.parse(until), clock)
  const isSoon = Date.parse(until) - now < PAUSE_WARNING * 1000
  return (
    <Typography variant="body2" sx={{ fontWeight: isSoon ? 600 : undefined }}>
      {translate(`connectors.operation.ends.${backlog ?? 'deliver'}`, { time })}
    </Typography>
  )
}

function HeldNotice({ connector, operation, state }: Props & { state: Held }) {
  const translate = useTranslate()
  const clock = useClock()
  const failureText = useFailureText()
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  const [asking, setAsking] = useState(false)
  const { reason, since, until, probe_at } = operation
  const timeOf = (time: string | null) => (time === null ? '' : formatTime(Date.parse(time), clock))
  const why = reason && failureText(reason)
  return (
    <Alert
      severity={SEVERITIES[state]}
      sx={{ mb: 3, ...wrapped }}
      action={
        <PermissionButton
          permission="space:connector:update"
          color="inherit"
          size="small"
          onClick={() => setAsking(true)}
        >
          {translate(state === 'waiting' ? 'connectors.operation.tryNow' : 'connectors.operation.resume')}
        </PermissionButton>
      }
    >
      {translate(`connectors.operation.notices.${state}`, { time: timeOf(since) })}
      <Typography variant="body2">
        {translate('connectors.operation.backlog', { backlog: backlogText(operation, now) })}
      </Typography>
      {why !== null && (
        <Typography variant="body2">{translate('connectors.operation.why', { why })}</Typography>
      )}
      {state === 'waiting' && probe_at !== null && Date.parse(probe_at) > now && (
        <Typography variant="body2">
          {translate('connectors.operation.probe', { time: timeOf(probe_at) })}
        </Typography>
      )}
      {until !== null && <Ending until={until} backlog={operation.then} now={now} />}
      {asking && (
        <ResumeDialog connector={connector} operation={operation} onClose={() => setAsking(false)} />
      )}
    </Alert>
  )
}

/** Says what holds a connector back, why, what waits, and lets people resume it who may. */
export function OperationNotice({ connector, operation }: Props) {
  const { state, skipping } = operation
  if (skipping) return <Skipping skipping={skipping} />
  return isHeld(state) ? <HeldNotice connector={connector} operation={operation} state={state} /> : null
}
