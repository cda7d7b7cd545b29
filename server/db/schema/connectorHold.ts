import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { failureCodeSchema, heldSchema } from '#contract/connectors'
import { choice, time } from './columns'
import { connector } from './connector'

/** Times in which a connector was held back, for its statistics: paused, waiting for its receiver, stopped or off. */
export const connectorHold = pgTable(
  'connector_hold',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    since: time('since').notNull(),
    /** Null while it lasts. */
    until: time('until'),
    state: choice('state', heldSchema.shape.state).notNull(),
    /** Why it began to wait, or was stopped. */
    status: integer(),
    error: text(),
    errorCode: choice('error_code', failureCodeSchema),
    errorDetail: text('error_detail'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.since] }),
    foreignKey({
      name: 'connector_hold_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    index('connector_hold_until').on(t.until),
  ],
)
