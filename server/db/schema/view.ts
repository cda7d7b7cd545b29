import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { View } from '#contract/views'
import { appUser } from './account'
import { createdAt, time, version } from './columns'
import { device } from './device'
import { spaceId } from './space'

/** Saved views of lists. */
export const view = pgTable(
  'view',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    list: text().notNull(),
    filter: jsonb().$type<View['filter']>().notNull(),
    sort: text(),
    order: text().$type<View['order']>(),
    columns: jsonb().$type<View['columns']>(),
    shared: boolean().notNull(),
    /** Whose personal view it is; null for a shared one, which stays when its author's account is deleted. */
    ownerId: uuid('owner_id'),
    createdBy: text('created_by').notNull(),
    /** When its devices were last found, for the rules and mutes that apply to them; null while there are none. */
    evaluatedAt: time('evaluated_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    foreignKey({ name: 'view_owner', columns: [t.ownerId], foreignColumns: [appUser.id] }).onDelete(
      'cascade',
    ),
    index('view_evaluated').on(t.evaluatedAt).where(sql`${t.evaluatedAt} is not null`),
  ],
)

/** The devices of the views that alert rules and mutes apply to, as last found. */
export const viewDevice = pgTable(
  'view_device',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    viewId: uuid('view_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.viewId] }),
    foreignKey({
      name: 'view_device_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'view_device_view',
      columns: [t.spaceId, t.viewId],
      foreignColumns: [view.spaceId, view.id],
    }).onDelete('cascade'),
    index('view_device_of_view').on(t.spaceId, t.viewId, t.deviceId),
  ],
)
