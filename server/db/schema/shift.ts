import { boolean, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Shift } from '#contract/shifts'
import { createdAt, version } from './columns'
import { spaceId } from './space'

/** Hours of the week, and the people who have them. People who have left the space may be named. */
export const shift = pgTable(
  'shift',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    timezone: text().notNull(),
    startsOn: date('starts_on').notNull(),
    entries: jsonb().$type<Shift['entries']>().notNull(),
    everyRule: boolean('every_rule').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
)
