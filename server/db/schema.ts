import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { connectorTypeSchema, deliveryStateSchema, type Trigger } from '#contract/connectors'
import { firmwareStateSchema } from '#contract/firmware'
import { directionSchema, downStateSchema, messageTypeSchema } from '#contract/messages'
import { spaceRoleSchema, systemRoleSchema } from '#contract/permissions'
import { spaceSchema } from '#contract/spaces'
import { tagSchema } from '#contract/tags'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => time('created_at').notNull().defaultNow()
/** Text that is one of the choices of a contract schema, which checks it at the door. */
const choice = <Schema extends z.ZodType<string>>(name: string, _schema: Schema) =>
  text(name).$type<z.output<Schema>>()
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Text that sorts by code point, so that a keyset page means the same on every machine. */
const sortableText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const appUser = pgTable(
  'app_user',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    /** argon2id; null for a person who has not set a password yet. */
    passwordHash: text('password_hash'),
    isVerified: boolean('is_verified').notNull().default(false),
    systemRole: choice('system_role', systemRoleSchema).notNull().default('user'),
    firstname: text(),
    lastname: text(),
    middlename: text(),
    company: text(),
    timezone: text(),
    picture: text(),
    createdAt: createdAt(),
  },
  (t) => [check('app_user_email_lower', sql`${t.email} = lower(${t.email})`)],
)

/** A token that was given out; revoked ones are refused before they expire. */
export const authSession = pgTable(
  'auth_session',
  {
    jti: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (t) => [index('auth_session_user').on(t.userId), index('auth_session_expires').on(t.expiresAt)],
)

/** One leaky bucket per e-mail or address: `emptyAt` is when it will have drained. */
export const loginAttempt = pgTable(
  'login_attempt',
  { key: text().primaryKey(), emptyAt: time('empty_at').notNull() },
  (t) => [index('login_attempt_empty').on(t.emptyAt)],
)

/** Secrets that all copies share, made at the first start. */
export const serverSecret = pgTable('server_secret', {
  name: text().primaryKey(),
  value: bytes().notNull(),
  createdAt: createdAt(),
})

/** SHA-256 of the one-time tokens that create the first system admin. */
export const setupToken = pgTable('setup_token', { hash: bytes().primaryKey(), createdAt: createdAt() })

export const space = pgTable('space', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  type: choice('type', spaceSchema.shape.type.unwrap()).notNull().default('team'),
  ownerId: uuid('owner_id').references(() => appUser.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})

const spaceId = () =>
  uuid('space_id')
    .notNull()
    .references(() => space.id, { onDelete: 'cascade' })

export const spaceUser = pgTable(
  'space_user',
  {
    spaceId: spaceId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    role: choice('role', spaceRoleSchema).notNull(),
    /** Invited and not accepted yet: the person sees the space in their list and nothing more. */
    invited: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.userId] }), index('space_user_user').on(t.userId)],
)

/** Every sort of the device list has an index that ends in the id, read forwards and backwards. */
export const device = pgTable(
  'device',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: sortableText().notNull(),
    comment: text(),
    serialNumber: sortableText('serial_number').notNull(),
    externalId: sortableText('external_id'),
    label: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Unix time of the last boot in seconds; 0 means none. */
    sessionId: bigint('session_id', { mode: 'number' }).notNull().default(0),
    lastSeen: time('last_seen'),
    configHash: text('config_hash'),
    decoderHash: text('decoder_hash'),
    encoderHash: text('encoder_hash'),
    dashboardType: text('dashboard_type'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('device_by_name').on(t.spaceId, t.name, t.id),
    index('device_by_serial_number').on(t.spaceId, t.serialNumber, t.id),
    index('device_by_external_id').on(t.spaceId, sql`coalesce(${t.externalId}, '')`, t.id),
    index('device_by_last_seen').on(t.spaceId, sql`coalesce(${t.lastSeen}, '-infinity'::timestamptz)`, t.id),
    index('device_by_session_id').on(t.spaceId, t.sessionId, t.id),
  ],
)

export const tag = pgTable(
  'tag',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    color: text().notNull(),
    accessType: choice('access_type', tagSchema.shape.access_type).notNull().default('write'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
)

export const deviceTag = pgTable(
  'device_tag',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    tagId: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.tagId] }),
    foreignKey({
      name: 'device_tag_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'device_tag_tag',
      columns: [t.spaceId, t.tagId],
      foreignColumns: [tag.spaceId, tag.id],
    }).onDelete('cascade'),
    index('device_tag_by_tag').on(t.spaceId, t.tagId, t.deviceId),
  ],
)

/** What a device proves itself with. A serial number is claimed once, in whatever space. */
export const deviceCredential = pgTable(
  'device_credential',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    serialNumber: text('serial_number').notNull(),
    /** SHA-256 of the claim token, which itself is never stored. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    unique('device_credential_serial_number').on(t.serialNumber),
    foreignKey({
      name: 'device_credential_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)

export const deviceSession = pgTable(
  'device_session',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Unix time of the boot in seconds. */
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    up: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.sessionId] }),
    foreignKey({
      name: 'device_session_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)

const isOther = (t: Record<'type' | 'direction', AnyPgColumn>) =>
  sql`${t.type} <> 'data' or ${t.direction} = 'down'`

/** Partitioned by month of `created_at` (see partitions.ts), which the migration says and Drizzle cannot. */
export const message = pgTable(
  'message',
  {
    spaceId: uuid('space_id').notNull(),
    createdAt: createdAt(),
    id: uuid().notNull(),
    deviceId: uuid('device_id').notNull(),
    type: choice('type', messageTypeSchema).notNull(),
    direction: choice('direction', directionSchema).notNull(),
    downState: choice('down_state', downStateSchema),
    downAttempt: integer('down_attempt'),
    downStateAt: time('down_state_at'),
    downScheduledAt: time('down_scheduled_at'),
    /** JSON text, as the device sent it. */
    body: text(),
    raw: text(),
    codecHash: text('codec_hash'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.createdAt, t.id] }),
    foreignKey({
      name: 'message_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    // Read backwards, like the primary key, for the newest first.
    index('message_of_device').on(t.spaceId, t.deviceId, t.createdAt, t.id),
    index('message_pending').on(t.spaceId, t.deviceId, t.createdAt).where(sql`${t.downState} = 'pending'`),
    // Nearly all messages are data that devices send: these cost them nothing, and find the others among them.
    index('message_other').on(t.spaceId, t.createdAt, t.id).where(isOther(t)),
    index('message_other_of_device').on(t.spaceId, t.deviceId, t.createdAt, t.id).where(isOther(t)),
  ],
)

/** What happened to messages. Partitioned by the time of the message, so that both are dropped together. */
export const messageEvent = pgTable(
  'message_event',
  {
    spaceId: uuid('space_id').notNull(),
    messageCreatedAt: time('message_created_at').notNull(),
    messageId: uuid('message_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id').notNull(),
    createdAt: createdAt(),
    type: text().notNull(),
    messageConnectorId: uuid('message_connector_id'),
    functionReturn: text('function_return'),
    body: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.messageCreatedAt, t.messageId, t.id] }),
    // Not to the message, which would keep its partition from being dropped.
    foreignKey({
      name: 'message_event_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('message_event_of_device').on(t.spaceId, t.deviceId),
  ],
)

/** Downloads of firmware to devices. The downlink that tells the device of a job has the job's id and time. */
export const firmwareJob = pgTable(
  'firmware_job',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    id: uuid().notNull(),
    firmwareId: text('firmware_id').notNull(),
    target: text().notNull(),
    state: choice('state', firmwareStateSchema).notNull().default('scheduled'),
    reason: text(),
    firmwareBundle: text('firmware_bundle'),
    firmwareVersion: text('firmware_version'),
    firmwareName: text('firmware_name'),
    firmwareSize: bigint('firmware_size', { mode: 'number' }),
    bytesDownloaded: bigint('bytes_downloaded', { mode: 'number' }),
    scheduledAt: time('scheduled_at').notNull(),
    downloadStartedAt: time('download_started_at'),
    swapStartedAt: time('swap_started_at'),
    updatedAt: time('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.id] }),
    foreignKey({
      name: 'firmware_job_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)

export const connector = pgTable(
  'connector',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    type: choice('type', connectorTypeSchema).notNull(),
    direction: choice('direction', directionSchema).notNull(),
    triggers: text().array().$type<Trigger[]>().notNull(),
    transformation: text().notNull(),
    /** Seconds before each retry. */
    retryDelays: integer('retry_delays').array().notNull(),
    /** Signs the requests. */
    secret: bytes().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
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

/** Messages on their way to the receivers of connectors. */
export const delivery = pgTable(
  'delivery',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    id: uuid().notNull(),
    messageCreatedAt: time('message_created_at').notNull(),
    messageId: uuid('message_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    state: choice('state', deliveryStateSchema).notNull().default('pending'),
    /** How many there were so far. */
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    nextAttemptAt: time('next_attempt_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.id] }),
    foreignKey({
      name: 'delivery_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    // Not to the message, which would keep its partition from being dropped.
    foreignKey({
      name: 'delivery_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('delivery_of_device').on(t.spaceId, t.deviceId),
    index('delivery_by_created_at').on(t.createdAt),
    index('delivery_failed').on(t.spaceId, t.connectorId, t.id).where(sql`${t.state} = 'failed'`),
  ],
)

/** Tries to deliver. */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** 0 at the first. */
    attempt: integer().notNull(),
    createdAt: time('created_at').notNull(),
    /** Milliseconds. */
    duration: integer().notNull(),
    /** Whether it was answered with success; null when the function cancelled it. */
    success: boolean(),
    method: text(),
    url: text(),
    status: integer(),
    error: text(),
    nextAttemptAt: time('next_attempt_at'),
    requestBody: text('request_body'),
    responseBody: text('response_body'),
    logs: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.deliveryId, t.attempt] }),
    foreignKey({
      name: 'delivery_attempt_delivery',
      columns: [t.spaceId, t.connectorId, t.deliveryId],
      foreignColumns: [delivery.spaceId, delivery.connectorId, delivery.id],
    }).onDelete('cascade'),
    index('delivery_attempt_by_time').on(t.spaceId, t.connectorId, t.createdAt),
  ],
)

/** The devices that the demo's simulator plays. One that it must leave alone never wakes. */
export const simulatedDevice = pgTable(
  'simulated_device',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    surroundings: text().notNull(),
    /** What the device remembers. */
    state: jsonb().notNull(),
    /** Nothing wakes it before its time, not even a downlink. */
    silent: boolean().notNull().default(false),
    /** Null means never. */
    nextWakeAt: time('next_wake_at'),
    /** `last_seen` as the simulator left it; any other value means that a real device has spoken. */
    lastSeen: time('last_seen'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    foreignKey({
      name: 'simulated_device_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('simulated_device_next_wake').on(t.nextWakeAt).where(sql`${t.nextWakeAt} is not null`),
  ],
)
