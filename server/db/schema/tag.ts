import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { tagSchema } from '#contract/tags'
import { choice, createdAt } from './columns'
import { spaceId } from './space'

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
