import { FormHelperText, Stack } from '@mui/material'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  connectorEntity,
  DEFAULT_PUBLICATION,
  OPERATIONS_CAPABILITY,
  type Sending,
  sendingOf,
} from '#contract/connectors'
import { SUGGESTION } from '../../components/address/addressMode'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { destinationOf, isDestination } from './destinations'
import { DestinationInput } from './destinations/DestinationInput'
import {
  beginningOf,
  checkTyped,
  choiceSchema,
  destinationSchema,
  isTyped,
  typedSchema,
  withSecret,
  writtenOf,
} from './destinations/form'
import { useStoredSecret } from './destinations/useStoredSecret'
import { connectorFields } from './fields'
import { BATCHES, BROKER, broker, LIMITS } from './schemas'
import { msg, useTranslate } from './texts'

const schema = connectorEntity.input.omit({
  retry_delays: true,
  enabled: true,
  transformation: true,
  ...LIMITS,
  ...BATCHES,
  ...BROKER,
})
const schemas = {
  webhook: schema.extend({ destination: destinationSchema, typed: typedSchema }).superRefine(checkTyped),
  mqtt: schema.extend(broker),
}
/** Form values of an empty broker. */
const NO_BROKER = { broker_url: null, broker_username: null, broker_password: null, broker_client_id: null }

const same = (value: unknown) => value

/** The inputs of what is typed are those of the destination. */
const TypedInput = () => null

const path = (parts: readonly PropertyKey[]) => parts.join('.')

const fields = {
  ...connectorFields,
  typed: {
    label: msg('connectors.fields.transformation'),
    input: {
      kind: 'own',
      Input: TypedInput,
      secret: true,
      codec: { toForm: same, fromForm: same, schema: typedSchema, formPath: path },
    },
  },
  destination: {
    label: msg('connectors.fields.transformation'),
    input: {
      kind: 'own',
      Input: DestinationInput,
      codec: {
        toForm: same,
        fromForm: same,
        schema: destinationSchema,
        formPath: path,
      },
    },
  },
} as const

/**
 * Input of the creation call: the code replaces the destination. A webhook stays off until somebody has tested it,
 * because its address may be missing; the address of a broker is in the form. Older servers have neither the switch nor
 * limits.
 */
const toCreate =
  (sending: Sending, isOperated: boolean, store: ReturnType<typeof useStoredSecret>) =>
  async ({ destination, typed, ...input }: Record<string, unknown>) => {
    if (sending === 'mqtt') return { ...input, transformation: DEFAULT_PUBLICATION }
    const filled = choiceSchema.parse(destination)
    const secret = typedSchema.parse(typed)
    const choice =
      isTyped(filled) && secret.secret !== '' ? withSecret(filled, await store(filled.id, secret)) : filled
    const { maxRate } = destinationOf(choice.id)
    const limits = maxRate === undefined ? {} : { max_rate: maxRate }
    return {
      ...input,
      transformation: choice.code ?? writtenOf(choice),
      ...(isOperated && { ...limits, enabled: false }),
    }
  }

/** Reports the type of connector that the form creates, also when a draft sets it. */
function WatchType({ onChange }: { onChange: (sending: Sending) => void }) {
  const type: unknown = useWatch({ name: 'type' })
  const sending = sendingOf({ type: String(type) })
  useEffect(() => onChange(sending), [onChange, sending])
  return null
}

/**
 * Dialog that creates a connector, switched off with code for a destination, or for a broker; then its page opens.
 * Rules, "Connectors".
 */
export function ConnectorCreate(props: CreateDialogProps) {
  const translate = useTranslate()
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const [search] = useSearchParams()
  const [sending, setSending] = useState<Sending>('webhook')
  const suggested = search.get(SUGGESTION)
  const store = useStoredSecret()
  const isSuggested =
    isDestination(suggested) && (hasAlerts || destinationOf(suggested).group !== 'alerts') ? suggested : null
  return (
    <ResourceCreate
      {...props}
      fields={fields}
      schema={schemas[sending]}
      transform={toCreate(sending, isOperated, store)}
      initial={{ ...NO_BROKER, ...beginningOf('messages'), triggers: ['data'] }}
      suggested={
        isSuggested
          ? { ...beginningOf(isSuggested), triggers: [...destinationOf(isSuggested).triggers] }
          : undefined
      }
      maxWidth="md"
    >
      <Stack sx={{ gap: 2.5 }}>
        <WatchType onChange={setSending} />
        <FormInputs
          fields={fields}
          schema={schemas[sending]}
          first={['name', 'type', 'destination', 'typed']}
        />
        {sending === 'mqtt' && <FormHelperText>{translate('connectors.broker.code')}</FormHelperText>}
      </Stack>
    </ResourceCreate>
  )
}
