import { BooleanInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { NumberInput } from '../../../components/form'
import { msg } from '../texts'
import type { ConnectorValues } from '../values'
import { BatchRunResult } from './BatchRunResult'

/** Whether the form sends messages in batches. */
const useIsList = () => (useWatch<ConnectorValues, 'batch_size'>({ name: 'batch_size' }) ?? null) !== null

/** The result of a run on a batch, and how long its first message waits for others. */
export function BatchSecondsInput() {
  if (!useIsList()) return null
  return (
    <>
      <BatchRunResult />
      <NumberInput
        source="batch_seconds"
        label={msg('connectors.fields.batch_seconds')}
        hint={msg('connectors.batch.secondsHint')}
        unit="s"
        keyboard="numeric"
        isRequired
      />
    </>
  )
}

/** Whether the receiver may ask for some messages of a batch again. */
export function BatchResultsInput() {
  if (!useIsList()) return null
  return (
    <BooleanInput
      source="batch_results"
      label={msg('connectors.fields.batch_results')}
      helperText={msg('connectors.batch.resultsHint')}
    />
  )
}
