import { z } from 'zod'
import {
  type Connector,
  connectorInputSchema,
  connectorTypeSchema,
  formatDuration,
  parseDuration,
  retryDelaysSchema,
  type Trigger,
} from '#contract/connectors'
import { type TagRef, tagRefSchema } from '#contract/tags'
import type { FormCodec } from '../../../components/page/form'
import { changeableOf } from '../changeable'
import { retryDelaysOf } from '../retryDelays'

/** What the form of a connector holds; a cleared input holds null. */
export interface ConnectorValues {
  name: string | null
  type: Connector['type']
  direction: Connector['direction']
  triggers: Trigger[]
  tags: TagRef[]
  transformation: string
  /** Delays before the retries, as they are typed. */
  retry_delays: DelayRow[]
}

/** One delay in the form. */
export interface DelayRow {
  value: string | null
}

/** What the form of a new connector holds. */
export type NewConnectorValues = Omit<ConnectorValues, 'retry_delays'>

/** Seconds of a delay as a person types it. */
const durationSchema = z.string().transform((text, context) => {
  const seconds = parseDuration(text)
  if (seconds !== undefined) return seconds
  context.addIssue({ code: 'custom', params: { text: 'connectors.errors.duration' } })
  return z.NEVER
})

/** A connector as a change sends it: of its tags only the ids. Spec 1, section 7. */
export type ConnectorChange = Omit<Connector, 'tags'> & { tags: Pick<TagRef, 'id'>[] }

/** The contract's rules for a change, over what the form holds. The type stays what it is. */
export const editSchema = connectorInputSchema.extend({
  type: connectorTypeSchema,
  tags: z.array(tagRefSchema.pick({ id: true })),
  retry_delays: z.array(durationSchema).pipe(retryDelaysSchema),
})

/** The contract's rules for a new connector, over what the form holds. */
export const createSchema = connectorInputSchema.omit({ retry_delays: true, enabled: true }).extend({
  type: connectorTypeSchema,
  tags: z.array(tagRefSchema),
})

const fromForm = ({ name, tags, ...rest }: NewConnectorValues): z.input<typeof createSchema> => ({
  ...rest,
  name: (name ?? '').trim(),
  tags: tags.map(({ id, name, color }) => ({ id, name, color })),
})

/** A connector and the form that changes it. */
export const connectorCodec: FormCodec<Connector, ConnectorValues, z.input<typeof editSchema>> = {
  toForm: (connector) => ({
    ...changeableOf(connector),
    retry_delays: retryDelaysOf(connector).map((seconds) => ({ value: formatDuration(seconds) })),
  }),
  fromForm: ({ retry_delays, ...values }) => ({
    ...fromForm(values),
    // A row without text is one of 0 seconds, and dropped like these. Spec 1, section 5.
    retry_delays: retry_delays.map(({ value }) => value?.trim() || '0'),
  }),
  formPath: ([field, index, ...rest]) =>
    field === 'retry_delays' && index !== undefined
      ? `retry_delays.${String(index)}.value`
      : [field, index, ...rest].filter((part) => part !== undefined).join('.'),
}

/** The form that creates a connector. */
export const newConnectorCodec = { fromForm }
