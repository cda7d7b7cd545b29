import { Alert, LinearProgress, Typography } from '@mui/material'
import { useState } from 'react'
import {
  CANCELLED_IN_A_ROW,
  type Connector,
  type Operation,
  PAUSE_WARNING,
  type Pending,
  SEND_CAPABILITY,
  WAITING_COUNTED_MAX,
} from '#contract/connectors'
import { formatMinute, formatTime, useClock } from '../../../clock'
import { useFailureText } from '../../../components/failure/useFailureText'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, useNow } from '../../../components/page'
import { useCapability } from '../../../config'
import { useSendNow } from '../deliveries/retry'
import { useTranslate } from '../texts'
import { isHeldOff } from './OperationText'
import { useBacklogText } from './useOperation'

const ResumeDialog = lazyPart(async () => ({ default: (await import('./OperationDialogs')).ResumeDialog }))

const REDRAW_EVERY = 15_000

const SEVERITIES = { paused: 'info', waiting: 'warning', stopped: 'error', off: 'warning' } as const

/** States with a notice. */
type NoticeState = keyof typeof SEVERITIES

interface Props {
  connector: Connector
  operation: Operation
}

/** Progress of skipping the waiting deliveries. */
function Skipping({ skipping }: { skipping: NonNullable<Operation['skipping']> }) {
  const translate = useTranslate()
  const { total, done } = skipping
  const words = translate('connectors.operation.skipping', { done, total })
  return (
    <Alert severity="info" role="group" sx={{ mb: 3 }}>
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

/** When and how a pause ends. */
function Ending({ until, backlog, now }: { until: string; backlog: Operation['then']; now: number }) {
  const translate = useTranslate()
  const clock = useClock()
  const time = formatMinute(Date.parse(until), clock)
  const isSoon = Date.parse(until) - now < PAUSE_WARNING * 1000
  return (
    <Typography variant="body2" sx={{ fontWeight: isSoon ? 600 : undefined }}>
      {translate(`connectors.operation.ends.${backlog ?? 'deliver'}`, { time })}
    </Typography>
  )
}

function HeldNotice({
  operation,
  state,
  onResume,
}: {
  operation: Operation
  state: NoticeState
  onResume: () => void
}) {
  const translate = useTranslate()
  const clock = useClock()
  const failureText = useFailureText()
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  const { reason, since, until, probe_at } = operation
  const timeOf = (time: string | null) => (time === null ? '' : formatTime(Date.parse(time), clock))
  const isLate = state === 'stopped' && reason?.error_code === 'function_late_often'
  const why = reason && !isLate && failureText(reason)
  return (
    // The numbers change all the time, and must not interrupt screen readers.
    <Alert
      severity={SEVERITIES[state]}
      role="group"
      sx={{ mb: 3 }}
      action={
        <PermissionButton permission="space:connector:update" color="inherit" size="small" onClick={onResume}>
          {translate(state === 'waiting' ? 'connectors.operation.tryNow' : 'connectors.operation.resume')}
        </PermissionButton>
      }
    >
      <span>
        {translate(`connectors.operation.notices.${isLate ? 'late' : state}`, {
          time: timeOf(since),
          count: reason?.error_detail ?? '',
        })}
      </span>
      <Typography variant="body2">
        {translate('connectors.operation.backlog', { backlog: backlogText(operation, now) })}
      </Typography>
      {why && <Typography variant="body2">{translate('connectors.operation.why', { why })}</Typography>}
      {state === 'waiting' && probe_at !== null && Date.parse(probe_at) > now && (
        <Typography variant="body2">
          {translate('connectors.operation.probe', { time: timeOf(probe_at) })}
        </Typography>
      )}
      {until !== null && <Ending until={until} backlog={operation.then} now={now} />}
    </Alert>
  )
}

/** Says that the code cancels every delivery, which may be intended. */
function Cancelling({ connector, since }: { connector: Connector; since: string }) {
  const translate = useTranslate()
  const clock = useClock()
  const time = formatTime(Date.parse(since), clock)
  return (
    <Alert severity="warning" role="group" sx={{ mb: 3 }}>
      <span>{translate('connectors.operation.cancelled', { count: CANCELLED_IN_A_ROW, time })}</span>
      {connector.batch_size !== null && (
        <Typography variant="body2">{translate('connectors.operation.cancelledBatches')}</Typography>
      )}
    </Alert>
  )
}

/** Milliseconds that deliveries may wait without a notice. */
const USUAL = 60_000

/**
 * Says how many deliveries of a running connector wait, how long and for what; people with the permission can send them
 * now.
 */
function PendingNotice({ connector, pending }: { connector: Connector; pending: Pending }) {
  const translate = useTranslate()
  const clock = useClock()
  const backlogText = useBacklogText()
  const sendsNow = useCapability(SEND_CAPABILITY)
  const { mutate, isPending } = useSendNow(connector.id)
  const now = useNow(REDRAW_EVERY)
  const { count, oldest_at, next_attempt_at } = pending
  const retrying = pending.retrying ?? 0
  const isLong = oldest_at !== null && now - Date.parse(oldest_at) > USUAL
  if (!isLong && retrying === 0) return null
  return (
    <Alert
      severity="info"
      role="group"
      sx={{ mb: 3 }}
      action={
        sendsNow &&
        retrying > 0 && (
          <PermissionButton
            permission="space:connector:update"
            color="inherit"
            size="small"
            loading={isPending}
            onClick={() => mutate(undefined)}
          >
            {translate('connectors.operation.sendNow')}
          </PermissionButton>
        )
      }
    >
      <span>
        {translate('connectors.operation.backlog', {
          backlog: backlogText({ waiting: count, oldest_at }, now),
        })}
      </span>
      {retrying > 0 && (
        <Typography variant="body2">
          {translate('connectors.operation.retrying', {
            smart_count: retrying,
            count: retrying > WAITING_COUNTED_MAX ? `${WAITING_COUNTED_MAX}+` : retrying,
            time: next_attempt_at === null ? '' : formatTime(Date.parse(next_attempt_at), clock),
          })}
        </Typography>
      )}
    </Alert>
  )
}

/** Says why a connector is held back and how many deliveries wait; people with the permission can resume it. */
export function OperationNotice({ connector, operation }: Props) {
  // The dialog keeps the state that it asked about, even if the connector changes.
  const [asked, setAsked] = useState<Operation>()
  const { state, skipping, cancelled_since: cancelledSince } = operation
  const noticeState = state === 'on' || (state === 'off' && !isHeldOff(operation)) ? null : state
  return (
    <>
      {skipping && <Skipping skipping={skipping} />}
      {!skipping && !noticeState && operation.pending && (
        <PendingNotice connector={connector} pending={operation.pending} />
      )}
      {!skipping && noticeState && (
        <HeldNotice operation={operation} state={noticeState} onResume={() => setAsked(operation)} />
      )}
      {connector.enabled && cancelledSince !== null && (
        <Cancelling connector={connector} since={cancelledSince} />
      )}
      {asked && (
        <PartFrame onClose={() => setAsked(undefined)}>
          <ResumeDialog connector={connector} operation={asked} onClose={() => setAsked(undefined)} />
        </PartFrame>
      )}
    </>
  )
}
