import { and, eq, sql } from 'drizzle-orm'
import { pageOfTest } from '#contract/alerts'
import type { Failure } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { alertTest, type push, type TestPush } from '../../db/schema'

/** The content of a test's push message; undefined if there is no such test. */
export async function readTested(db: Queryable, spaceId: string, id: string) {
  const [found] = await db
    .select({ sample: alertTest.alert })
    .from(alertTest)
    .where(and(eq(alertTest.spaceId, spaceId), eq(alertTest.id, id)))
  if (!found) return undefined
  const { rule, device_count: devices, connector_count: connectors, opened_at } = found.sample
  const [first] = [...found.sample.devices, ...found.sample.connectors]
  return {
    rule: rule.name,
    counts: { devices, connectors },
    since: new Date(first?.since ?? opened_at),
    at: new Date(opened_at),
    isOver: false,
    isAssigned: false,
    isTest: true,
    url: pageOfTest(found.sample),
  }
}

type Tested = Pick<typeof push.$inferSelect, 'spaceId' | 'alertId' | 'browserId'>

/** Stores the result of an attempt on the test, if the push message is of one. @param dueAt time of the retry */
export async function noteTested(
  tx: Queryable,
  { spaceId, alertId, browserId }: Tested,
  { at, failure, dueAt }: { at: Date; failure: Failure | null; dueAt: Date | null },
): Promise<void> {
  if (spaceId === null) return
  const result: TestPush['result'] = {
    state: failure === null ? 'sent' : dueAt === null ? 'failed' : 'waiting',
    at: at.toISOString(),
    failure,
    next: dueAt?.toISOString() ?? null,
  }
  await tx
    .update(alertTest)
    .set({
      pushes: sql`jsonb_set(${alertTest.pushes}, array[${browserId}, 'result'], ${JSON.stringify(result)}::jsonb, true)`,
    })
    .where(and(eq(alertTest.spaceId, spaceId), eq(alertTest.id, alertId)))
}
