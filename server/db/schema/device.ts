import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { SEPARATORS } from '#contract/common'
import { bytes, createdAt, folded, sortableText, time, version } from './columns'
import { spaceId } from './space'
import { tag } from './tag'

/**
 * The text by which a device is searched, as `searchedText` of the contract makes it, with the labels as JSON. The record separator stands
 * before what comes after the names of the device.
 */
const SEARCHED = sql`regexp_replace(${folded(
  sql`(e'\\x1f ' || name || e' \\x1f ' || serial_number || e' \\x1f ' || coalesce(external_id, '') || e' \\x1f \\x1e ' || coalesce(comment, '') || e' \\x1f ' || label::text || e' \\x1f') collate "default"`,
)}, ${sql.raw(`'${SEPARATORS}'`)}, '  ', 'g')`

/** Sorts of the device list by its columns have an index that ends in the id; it serves both orders. */
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
    configHash: text('config_hash'),
    decoderHash: text('decoder_hash'),
    encoderHash: text('encoder_hash'),
    dashboardType: text('dashboard_type'),
    createdAt: createdAt(),
    /** When it was moved to another space; since then it has no credential in this space, and only its history is left. */
    movedAt: time('moved_at'),
    movedTo: uuid('moved_to'),
    movedFrom: uuid('moved_from'),
    version: version(),
    searched: text().notNull().generatedAlwaysAs(SEARCHED),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('device_by_name').on(t.spaceId, t.name, t.id),
    index('device_by_serial_number').on(t.spaceId, t.serialNumber, t.id),
    index('device_by_external_id').on(t.spaceId, sql`coalesce(${t.externalId}, '')`, t.id),
    index('device_by_searched').using('gin', t.searched.op('gin_trgm_ops')),
    // For statements that leave out the few that were moved without reading all devices.
    index('device_gone').on(t.spaceId, t.id).where(sql`${t.movedAt} is not null`),
  ],
)

/**
 * What messages reveal about their device; `server/services/devices/contact.ts` maintains and reads it. Each device has a row, created with
 * it. Nearly every uplink changes it, so it is narrow, its pages are half empty, and no index has a column that changes: then PostgreSQL
 * puts the new version beside the old one and touches no index. The migration sets the fillfactor, because Drizzle cannot.
 */
export const deviceContact = pgTable(
  'device_contact',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Unix time of the last boot in seconds; 0 means none. */
    sessionId: bigint('session_id', { mode: 'number' }).notNull().default(0),
    lastSeen: time('last_seen'),
    /** Computed from the spans by the database function `device_rhythm`, which a migration creates. */
    expectedAt: time('expected_at'),
    lateAt: time('late_at'),
    silentAt: time('silent_at'),
    usualInterval: integer('usual_interval'),
    /** When the last contact began. */
    contactAt: time('contact_at'),
    /** Seconds between the beginnings of the last contacts, the newest first. Lists, which read no span, read only the columns before. */
    spans: integer().array().notNull().default([]),
    /** The history of its values lacks messages from this time on; null if it lacks none. See `services/series`. */
    historyFrom: time('history_from'),
    /** Whether its hardware has confirmed a downlink. */
    confirms: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    foreignKey({
      name: 'device_contact_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
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

/**
 * Credentials of devices: the directory of serial numbers, each of which can be claimed only once, in any space. It is read without a
 * space, so it does not refer to the devices: code that deletes or moves a device does the same to its credential.
 */
export const deviceCredential = pgTable(
  'device_credential',
  {
    spaceId: spaceId(),
    deviceId: uuid('device_id').notNull(),
    serialNumber: text('serial_number').notNull(),
    /** SHA-256 of the claim token, which itself is never stored. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    unique('device_credential_serial_number').on(t.serialNumber),
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

/** When the hardware of a device was replaced. */
export const deviceReplacement = pgTable(
  'device_replacement',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    id: uuid().notNull(),
    createdAt: createdAt(),
    oldSerialNumber: text('old_serial_number').notNull(),
    newSerialNumber: text('new_serial_number').notNull(),
    /** Name of the person or key that replaced it. */
    by: text(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.id] }),
    foreignKey({
      name: 'device_replacement_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)
