import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AlertTest, AlertTestDelivery, AlertTestPush } from '#contract/alerts'
import type { Failure } from '#contract/connectors'
import { appUser } from './account'
import { createdAt } from './columns'
import type { AlertContent } from './delivery'
import { spaceId } from './space'

/** A push message of a test; it is waiting as long as it is in `push`. */
export interface TestPush extends Pick<AlertTestPush, 'browser_id' | 'browser' | 'system'> {
  /** The result of its last attempt. */
  result: {
    state: 'waiting' | 'sent' | 'failed'
    at: string
    failure: Failure | null
    next: string | null
  } | null
}

/** A connector that a test names. */
export type TestConnector = Pick<AlertTestDelivery, 'connector_id' | 'delivery_id'> & {
  /** Why nothing was sent. */
  unsent: 'disabled' | 'gone' | null
}

/** Tests of alert notifications, and the results of their push messages, which are deleted when they are sent. */
export const alertTest = pgTable(
  'alert_test',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    /** The person who made it. */
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    keyId: text('key_id'),
    alert: jsonb().$type<AlertContent>().notNull(),
    unsaid: text().$type<NonNullable<AlertTest['unsaid']>>(),
    /** Null if there is none. */
    mailId: uuid('mail_id'),
    pushes: jsonb().$type<Record<string, TestPush>>().notNull(),
    connectors: jsonb().$type<TestConnector[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('alert_test_of_user').on(t.userId),
    index('alert_test_by_age').on(t.createdAt),
  ],
)
