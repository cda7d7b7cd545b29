import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { configurationFormSchema, type Settings } from '#contract/configuration'
import { configurationStateSchema } from '#contract/devices'
import { choice, createdAt, time, version } from './columns'
import { device } from './device'
import { spaceId } from './space'
import { tag } from './tag'

/** The settings that a device has reported, and those that are wished; a device without either has no row. */
export const deviceConfiguration = pgTable(
  'device_configuration',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    state: choice('state', configurationStateSchema).notNull().default('none'),
    differences: integer().notNull().default(0),
    /** When the state began. */
    since: time('since'),
    reportedAt: time('reported_at'),
    /** The last downlink that ordered settings, and its time. */
    orderId: uuid('order_id'),
    orderAt: time('order_at'),
    /** The hardware was replaced: what differs is ordered again at its first report. */
    isNewHardware: boolean('is_new_hardware').notNull().default(false),
    form: choice('form', configurationFormSchema),
    isPartial: boolean('is_partial').notNull().default(false),
    wishedAt: time('wished_at'),
    /** Name of the person or key. */
    wishedBy: text('wished_by'),
    version: version(),
    wished: jsonb().$type<Settings>().notNull().default({}),
    reported: jsonb().$type<Settings>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    foreignKey({
      name: 'device_configuration_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('device_configuration_wished').on(t.spaceId, t.state, t.deviceId).where(sql`${t.state} <> 'none'`),
  ],
)

/** Templates with settings to wish. */
export const configTemplate = pgTable(
  'config_template',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    settings: jsonb().$type<Record<string, string>>().notNull(),
    comment: text(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
)

export const configTemplateTag = pgTable(
  'config_template_tag',
  {
    spaceId: uuid('space_id').notNull(),
    configTemplateId: uuid('config_template_id').notNull(),
    tagId: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.configTemplateId, t.tagId] }),
    foreignKey({
      name: 'config_template_tag_config_template',
      columns: [t.spaceId, t.configTemplateId],
      foreignColumns: [configTemplate.spaceId, configTemplate.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'config_template_tag_tag',
      columns: [t.spaceId, t.tagId],
      foreignColumns: [tag.spaceId, tag.id],
    }).onDelete('cascade'),
    index('config_template_tag_by_tag').on(t.spaceId, t.tagId, t.configTemplateId),
  ],
)
