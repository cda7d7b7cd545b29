import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  BATCH_SECONDS,
  type ClientCertificate,
  connectorTypeSchema,
  DEFAULT_RETRY_DELAYS,
  deliveryOrderSchema,
  type Trigger,
} from '#contract/connectors'
import { directionSchema } from '#contract/messages'
import { bytes, choice, createdAt, time, version } from './columns'
import { spaceId } from './space'
import { tag } from './tag'

export const connector = pgTable(
  'connector',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    type: choice('type', connectorTypeSchema).notNull(),
    /** For an MQTT connector: the address of its broker, and its credentials. */
    brokerUrl: text('broker_url'),
    brokerUsername: text('broker_username'),
    brokerPassword: text('broker_password'),
    brokerClientId: text('broker_client_id'),
    direction: choice('direction', directionSchema).notNull(),
    triggers: text().array().$type<Trigger[]>().notNull(),
    transformation: text().notNull(),
    /** Seconds before each retry. */
    retryDelays: integer('retry_delays')
      .array()
      .notNull()
      .$default(() => [...DEFAULT_RETRY_DELAYS]),
    /** Most requests a second, and most simultaneous ones; null for no limit of its own. */
    maxRate: doublePrecision('max_rate'),
    maxParallel: integer('max_parallel'),
    /** Most messages of one request, and seconds for which the first waits for others; null for single messages, without a list. */
    batchSize: integer('batch_size'),
    batchSeconds: integer('batch_seconds').notNull().default(BATCH_SECONDS),
    /** Whether the receiver may ask for some of them again. */
    batchResults: boolean('batch_results').notNull().default(false),
    order: choice('delivery_order', deliveryOrderSchema).notNull().default('any'),
    /** Signs the requests. */
    secret: bytes().notNull(),
    /** The previous secret, which also signs until a time. */
    previousSecret: bytes('previous_secret'),
    signedTwiceUntil: time('signed_twice_until'),
    /** The public details of the certificate that the receiver sees, and the certificate with its key. */
    clientCertificate: jsonb('client_certificate').$type<ClientCertificate>(),
    clientCertificatePem: text('client_certificate_pem'),
    clientKeyPem: text('client_key_pem'),
    /** Authorities by which the receiver is verified; without any, those that everyone trusts. */
    receiverCaPem: text('receiver_ca_pem'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('connector_with_batches').on(t.spaceId, t.id).where(sql`${t.batchSize} > 1`),
  ],
)

export const connectorTag = pgTable(
  'connector_tag',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    tagId: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.tagId] }),
    foreignKey({
      name: 'connector_tag_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'connector_tag_tag',
      columns: [t.spaceId, t.tagId],
      foreignColumns: [tag.spaceId, tag.id],
    }).onDelete('cascade'),
    index('connector_tag_by_tag').on(t.spaceId, t.tagId, t.connectorId),
  ],
)
