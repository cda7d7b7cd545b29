import { z } from 'zod'
import { byteLength, EXAMPLE_ID, idSchema, nameSchema, timeSchema, versionSchema } from '../common'
import { entity } from '../entity'
import { directionSchema, type MessageWord, messageWordSchema } from '../messages'
import { tagRefSchema, tagsInputSchema } from '../tags'
import { brokerClientIdSchema, brokerPasswordSchema, brokerUrlSchema, brokerUsernameSchema } from './broker'
import { clientCertificateSchema } from './clientCertificate'
import {
  BATCH_SECONDS,
  BATCH_SECONDS_MAX,
  BATCH_SIZE_MAX,
  operationSchema,
  PARALLEL,
  PARALLEL_MAX,
  RATE_MAX,
  RATE_MIN,
} from './operation'

/** Types of connectors. Only webhooks can be created, and MQTT if the server has it. Rules, "Connectors". */
export const connectorTypeSchema = z.enum(['webhook', 'mqtt', 'pull', 'data'])

/** Whether a connector is enabled, as a word. Rules, "Connectors". */
const connectorStateSchema = z.enum(['enabled', 'disabled'])

/** A trigger of a connector: a message type, or one of two older names for types. Rules, "Connectors". */
const triggerSchema = messageWordSchema
export const TRIGGERS = triggerSchema.options
export type Trigger = MessageWord

/** The triggers that are offered when a connector is created. Rules, "Connectors". */
export const CREATE_TRIGGERS = ['session', 'config', 'stats', 'codec', 'data'] as const satisfies Trigger[]

/** Longest transformation, in bytes of UTF-8. */
export const TRANSFORMATION_MAX_BYTES = 64 * 1024
/** Most retries of a delivery. Rules, "Connectors". */
export const RETRIES_MAX = 9
/** Most delays that are accepted, including those of 0. */
const DELAYS_MAX = 100
/** Longest delay before a retry, in seconds: 30 days. */
export const RETRY_DELAY_MAX = 30 * 86_400
/** Delays of a connector that was created without any, in seconds. Rules, "Connectors". */
export const DEFAULT_RETRY_DELAYS: readonly number[] = [10, 30, 60, 600, 1800, 3600, 10_800, 21_600, 43_200]

/** Seconds before each retry: negative ones become 0, and those of 0 are dropped. Rules, "Connectors". */
export const retryDelaysSchema = z
  .array(z.number().int('must be a whole number').max(RETRY_DELAY_MAX, 'must be at most 30 days'))
  .max(DELAYS_MAX, `must have at most ${DELAYS_MAX} entries`)
  .transform((delays) => delays.filter((delay) => delay > 0))
  .pipe(z.array(z.number()).max(RETRIES_MAX, `must have at most ${RETRIES_MAX} entries`))

/** JavaScript source of a connector's `main(job)`. */
export const transformationSchema = z
  .string()
  .max(TRANSFORMATION_MAX_BYTES, 'must have at most 64 kB')
  .refine((source) => byteLength(source) <= TRANSFORMATION_MAX_BYTES, {
    message: 'must have at most 64 kB',
  })

/** Most requests a second; null for no limit of the connector's own. */
const maxRateSchema = z
  .number()
  .min(RATE_MIN, `must be at least ${RATE_MIN}`)
  .max(RATE_MAX, `must be at most ${RATE_MAX}`)
  .nullable()

/** Most simultaneous deliveries; null for `PARALLEL`. */
const maxParallelSchema = z
  .number()
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(PARALLEL_MAX, `must be at most ${PARALLEL_MAX}`)
  .nullable()

const wholeTo = (most: number) =>
  z.number().int('must be a whole number').min(1, 'must be at least 1').max(most, `must be at most ${most}`)

/** How messages follow each other: all at the same time, or those of a device one after the other. Rules, "Connectors". */
export const deliveryOrderSchema = z.enum(['any', 'device'])

const writableTypeSchema = connectorTypeSchema.extract(['webhook', 'mqtt'])

/** A connector: it forwards messages, transformed by its code, to a receiver. Rules, "Connectors". */
export const connectorEntity = entity({
  name: 'connector',
  plural: 'connectors',
  title: 'Connectors',
  isNameUnique: true,
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: nameSchema },
    type: {
      read: connectorTypeSchema,
      input: writableTypeSchema.describe('It stays what it is; `mqtt` with the capability `connectors.mqtt`'),
      initial: 'webhook',
    },
    broker_url: {
      read: z.string().nullable().default(null),
      input: brokerUrlSchema
        .nullish()
        .describe('Address of the broker; it and the other broker fields are only for type `mqtt`'),
    },
    broker_username: {
      read: z.string().nullable().default(null),
      input: brokerUsernameSchema.nullish(),
    },
    broker_password: {
      input: brokerPasswordSchema
        .nullish()
        .describe(
          'It is never answered. Another host or scheme of the address needs it again; without a name it is forgotten',
        ),
      log: 'secret',
    },
    has_broker_password: { read: z.boolean().default(false) },
    broker_client_id: {
      read: z.string().nullable().default(null),
      input: brokerClientIdSchema.nullish().describe('Another one for each connection, unless given'),
    },
    created_at: { read: timeSchema },
    direction: { read: directionSchema, input: directionSchema },
    triggers: {
      read: z.array(triggerSchema).default([]),
      input: z.array(triggerSchema).max(TRIGGERS.length),
      initial: [],
    },
    tags: { read: z.array(tagRefSchema).default([]), input: tagsInputSchema, initial: [] },
    transformation: {
      read: z.string().default(''),
      input: transformationSchema.describe('JavaScript that defines main(job); at most 64 kB'),
    },
    retry_delays: {
      read: z.array(z.number()).nullable().default(null),
      input: retryDelaysSchema
        .optional()
        .describe(
          'Seconds before each retry, at most 9; the defaults for a new connector. Negative numbers become 0, and those of 0 are dropped: the answer has what is kept',
        ),
    },
    /** Seconds. Only servers with a single delay return it. */
    retry_delay: { read: z.number().nullable().default(null) },
    max_rate: {
      read: z.number().nullable().default(null),
      input: maxRateSchema
        .optional()
        .describe('Most requests a second that the receiver takes; null for any'),
    },
    max_parallel: {
      read: z.number().int().nullable().default(null),
      input: maxParallelSchema
        .optional()
        .describe(
          `Most requests at once that the receiver takes, up to ${PARALLEL_MAX}; null for ${PARALLEL}`,
        ),
    },
    order: {
      read: deliveryOrderSchema.default('any'),
      input: deliveryOrderSchema
        .optional()
        .describe(
          '`device`: the next message of a device waits until the one before is over; `any` for a new connector',
        ),
    },
    batch_size: {
      read: z.number().int().nullable().default(null),
      input: wholeTo(BATCH_SIZE_MAX)
        .nullish()
        .describe('Most messages of one request: the function gets a list; null for no list'),
    },
    batch_seconds: {
      read: z.number().int().default(BATCH_SECONDS),
      input: wholeTo(BATCH_SECONDS_MAX)
        .optional()
        .describe('Most seconds for which the first message of a request waits for others'),
    },
    batch_results: {
      read: z.boolean().default(false),
      input: z
        .boolean()
        .optional()
        .describe('Whether a receiver that answers 2xx may name messages to try again: `{"retry": [id]}`'),
    },
    /** Null on servers without the capability. */
    operation: { read: operationSchema.nullable().default(null) },
    enabled: {
      read: z.boolean().default(true),
      input: z.boolean().optional().describe('True for a new connector'),
    },
    /** The same as `enabled`; servers may leave it out. */
    state: { read: connectorStateSchema.nullable().default(null) },
    /** Until then, requests also carry the signature of the previous secret; null, or a time in the past, if they do not. */
    signed_twice_until: { read: timeSchema.nullable().default(null) },
    /** It is changed by a call of its own; its key is never returned. */
    client_certificate: { read: clientCertificateSchema.nullable().default(null) },
    version: { read: versionSchema },
  },
})
export type Connector = z.infer<typeof connectorEntity.schema>
export type ConnectorInput = z.infer<typeof connectorEntity.input>

const otherNames = {
  state: connectorStateSchema.optional().describe('Another name of `enabled`'),
}

export const connectorCreateSchema = connectorEntity.create.extend(otherNames).meta({
  examples: [
    {
      name: 'telemetry',
      direction: 'up',
      triggers: ['data'],
      tags: [{ id: EXAMPLE_ID }],
      transformation: "function main(job) { return { url: 'https://example.com', data: job.message.body } }",
      retry_delays: [10, 60, 600],
    },
  ],
})
export type ConnectorCreate = z.infer<typeof connectorCreateSchema>

/** A change of a connector: fields that are not sent are kept; null removes all tags. */
export const connectorUpdateSchema = connectorEntity.update.extend(otherNames)
export type ConnectorUpdate = z.infer<typeof connectorUpdateSchema>
