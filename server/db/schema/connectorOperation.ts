import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { backlogSchema, failureCodeSchema, heldStateSchema } from '#contract/connectors'
import { choice, time } from './columns'
import { connector } from './connector'

/**
 * How a connector runs, apart from what people edit of it, because each attempt may change it. A connector without a row is on, and
 * its receiver answers.
 */
export const connectorOperation = pgTable(
  'connector_operation',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    state: choice('state', heldStateSchema).notNull().default('on'),
    since: time('since'),
    /** End of a pause, by the clock of the database, and what happens then to what waits. */
    until: time('until'),
    backlog: choice('backlog', backlogSchema),
    /** Why it waits or was stopped: the last attempt. */
    status: integer(),
    error: text(),
    errorCode: choice('error_code', failureCodeSchema),
    errorDetail: text('error_detail'),
    /** Deliveries that the receiver failed to take, one after the other, since it took one. */
    failing: uuid().array().notNull().default(sql`'{}'`),
    /** How many attempts in a row ran out of time in the function. */
    lateRuns: integer('late_runs').notNull().default(0),
    /** How many probes have failed since it was fully open, and when the next one is due, by the clock of the database. */
    probes: integer().notNull().default(0),
    probeAt: time('probe_at'),
    /** Most deliveries at once while it opens; null when it is open. */
    openTo: integer('open_to'),
    /** When the next request may be sent, by the clock of the database, where the connector has a rate. */
    nextSendAt: time('next_send_at'),
    /** What was created until then is being skipped; null when nothing is. */
    skipBefore: time('skip_before'),
    /** How many there were, and how many are done. */
    skipTotal: integer('skip_total').notNull().default(0),
    skipped: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId] }),
    foreignKey({
      name: 'connector_operation_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    index('connector_operation_paused').on(t.until).where(sql`${t.state} = 'paused'`),
    index('connector_operation_skipping').on(t.skipBefore).where(sql`${t.skipBefore} is not null`),
  ],
)
