import { foreignKey, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { View } from '#contract/views'
import { appUser } from './account'
import { createdAt, version } from './columns'
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
    /** The person whose view it is; null for a view of the space. */
    ownerId: uuid('owner_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    foreignKey({ name: 'view_owner', columns: [t.ownerId], foreignColumns: [appUser.id] }).onDelete(
      'cascade',
    ),
  ],
)
