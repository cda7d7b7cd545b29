import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { backlogSchema, failureCodeSchema, heldStateSchema } from '#contract/connectors'
import { choice, time } from './columns'
import { connector } from './connector'

/**
 * The operation of a connector, separate from what people edit, because each attempt may change it. A connector without a row is on, and
 * its receiver answers.
 */
export const connectorOperation = pgTable(
  'connector_operation',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    state: choice('state', heldStateSchema).notNull().default('on'),
    since: time('since'),
    /** End of a pause, by the clock of the database, and what happens then to waiting deliveries. */
    until: time('until'),
    backlog: choice('backlog', backlogSchema),
    /** Why it waits or was stopped: the last attempt. */
    status: integer(),
    error: text(),
    errorCode: choice('error_code', failureCodeSchema),
    errorDetail: text('error_detail'),
    /** Deliveries that failed at the receiver in a row, since the last success. */
    failing: uuid().array().notNull().default(sql`'{}'`),
    /** Attempts in a row in which the function ran out of time. */
    lateRuns: integer('late_runs').notNull().default(0),
    /** How many probes have failed since it was fully open, and when the next one is due, by the clock of the database. */
    probes: integer().notNull().default(0),
    probeAt: time('probe_at'),
    /** Most simultaneous deliveries while it opens; null when it is open. */
    openTo: integer('open_to'),
    /** When the next request may be sent, by the clock of the database, if the connector has a rate. */
    nextSendAt: time('next_send_at'),
    /** Deliveries created until then are being skipped; null if none are. */
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
