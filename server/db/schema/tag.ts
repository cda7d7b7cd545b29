import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { tagEntity } from '#contract/tags'
import { choice, createdAt, version } from './columns'
import { spaceId } from './space'

export const tag = pgTable(
  'tag',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    color: text().notNull(),
    accessType: choice('access_type', tagEntity.schema.shape.access_type).notNull().default('write'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
)
