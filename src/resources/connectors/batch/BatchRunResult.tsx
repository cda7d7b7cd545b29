import { Alert, LinearProgress } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { byteLength } from '#contract/common'
import type { Connector } from '#contract/connectors'
import { messagesApi } from '#contract/messages'
import { LoadFailed } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { usePreview } from '../preview/PreviewContext'
import { RUN_DELAY, useErrorLine } from '../preview/run'
import { contentOf } from '../preview/SentView'
import { useTranslate } from '../texts'
import type { ConnectorValues } from '../values'
import { type BatchRun, batchSchema, useBatchRun } from './useBatchRun'

function RunText({ run: { count, verdict } }: { run: BatchRun }) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  if (!verdict)
    return (
      <Alert severity="info">{translate(`connectors.batch.run.${count === 0 ? 'none' : 'notRun'}`)}</Alert>
    )
  if (verdict.kind === 'failed')
    return (
      <Alert severity="error">
        <span>{translate('connectors.batch.run.failed', { smart_count: count })}</span> {errorLine(verdict)}
      </Alert>
    )
  if (verdict.kind === 'cancelled')
    return (
      <Alert severity="warning">{translate('connectors.batch.run.cancelled', { smart_count: count })}</Alert>
    )
  const { request } = verdict
  const size = byteLength(contentOf(request) ?? '')
  const where = 'topic' in request ? request.topic : request.url
  return (
    <Alert severity="success">
      {translate('connectors.batch.run.sent', { smart_count: count, where, size })}
    </Alert>
  )
}

/** Result of the form's code for the last messages as one batch, once a batch size is set. */
export function BatchRunResult() {
  const translate = useTranslate()
  const connector = useRecordContext<Connector>()
  const run = useBatchRun(usePreview().sandbox)
  const [direction, triggers, tags, transformation, batch_size] = useWatch<
    ConnectorValues,
    ['direction', 'triggers', 'tags', 'transformation', 'batch_size']
  >({ name: ['direction', 'triggers', 'tags', 'transformation', 'batch_size'] })
  const given = { direction, triggers, tags, transformation, batch_size }
  const { data: settings } = batchSchema.safeParse(given)
  const { data, error, refetch, isFetching } = useRead(
    messagesApi.list,
    { batchOf: connector?.id, settings },
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, RUN_DELAY))
      signal.throwIfAborted()
      return settings ? run(settings, signal) : null
    },
    { enabled: settings !== undefined, staleTime: 'static', gcTime: 0 },
  )
  if (!settings) return null
  if (isFetching) return <LinearProgress aria-label={translate('connectors.batch.run.running')} />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return <output>{data && <RunText run={data} />}</output>
}
