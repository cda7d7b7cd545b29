import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AlertTest, AlertTestDelivery, AlertTestPush } from '#contract/alerts'
import type { Queryable } from '../../db/database'
import {
  alertTest,
  appUser,
  connector,
  connectorOperation,
  delivery,
  deliveryAttempt,
  mail,
  push,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { type Caller, may } from '../common/caller'
import { hasOnlyAllowedTags } from '../common/visibility'
import { listBrowsers } from '../push/browsers'

export type OutcomeDeps = Pick<Deps, 'db' | 'now' | 'settings'>

type Row = typeof alertTest.$inferSelect

interface TestRef {
  spaceId: string
  alertTestId: string
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null

async function mailOf({ db, settings }: OutcomeDeps, { mailId, userId }: Row): Promise<AlertTest['mail']> {
  if (mailId === null || userId === null) return null
  const [person] = await db.select({ email: appUser.email }).from(appUser).where(eq(appUser.id, userId))
  const [row] = await db.select().from(mail).where(eq(mail.id, mailId))
  const has_server = row?.state !== 'outbox' && (row?.state === 'sent' || settings.console.sendsMail)
  const of = { to: person?.email ?? '', has_server }
  if (!row) return { ...of, state: 'dropped', at: null, error: null, next_attempt_at: null }
  const { state, sentAt, startedAt, error, dueAt } = row
  return {
    ...of,
    state: state === 'sending' ? 'waiting' : state === 'outbox' ? 'sent' : state,
    at: timeOf(sentAt ?? startedAt),
    error,
    next_attempt_at: state === 'waiting' && error !== null ? timeOf(dueAt) : null,
  }
}

/** Browsers for which push messages of a test are still waiting. */
const waitingOf = async (db: Queryable, { spaceId, alertTestId }: TestRef) =>
  new Set(
    (
      await db
        .select({ id: push.browserId })
        .from(push)
        .where(and(eq(push.spaceId, spaceId), eq(push.alertId, alertTestId)))
    ).map(({ id }) => id),
  )

async function pushesOf(
  { db, now }: OutcomeDeps,
  caller: Caller,
  { pushes }: Row,
  waiting: ReadonlySet<string>,
): Promise<AlertTestPush[]> {
  const browsers = 'userId' in caller ? await listBrowsers(db, caller, now()) : []
  const currentId = browsers.find(({ is_current }) => is_current)?.id
  return Object.values(pushes).map(({ browser_id, browser, system, result }) => {
    const state = result?.state ?? 'waiting'
    return {
      browser_id,
      browser,
      system,
      is_current: browser_id === currentId,
      // A message that is gone without a result was not to be sent any more.
      state: state === 'waiting' && !waiting.has(browser_id) ? 'dropped' : state,
      at: result?.at ?? null,
      error: result?.failure?.error ?? null,
      error_code: result?.failure?.error_code ?? null,
      error_detail: result?.failure?.error_detail ?? null,
      next_attempt_at: result?.next ?? null,
    }
  })
}

/** The state of a delivery and its last attempt. */
async function deliveryOf(db: Queryable, spaceId: string, connectorId: string, id: string) {
  const [found] = await db
    .select({
      state: delivery.state,
      nextAttemptAt: delivery.nextAttemptAt,
      attempt: deliveryAttempt,
      held: connectorOperation.state,
      skipBefore: connectorOperation.skipBefore,
    })
    .from(delivery)
    .leftJoin(
      deliveryAttempt,
      and(
        eq(deliveryAttempt.spaceId, delivery.spaceId),
        eq(deliveryAttempt.connectorId, delivery.connectorId),
        eq(deliveryAttempt.deliveryId, delivery.id),
        eq(deliveryAttempt.attempt, sql`${delivery.attempts} - 1`),
      ),
    )
    .leftJoin(
      connectorOperation,
      and(
        eq(connectorOperation.spaceId, delivery.spaceId),
        eq(connectorOperation.connectorId, delivery.connectorId),
      ),
    )
    .where(and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.id, id)))
  return found
}

async function deliveriesOf(
  db: Queryable,
  caller: Caller,
  { spaceId, connectors }: Row,
): Promise<AlertTestDelivery[]> {
  const mayRead = may(caller, 'space:connector:read')
  const ids = connectors.map(({ connector_id }) => connector_id)
  const isSeen = and(
    eq(connector.spaceId, spaceId),
    inArray(connector.id, ids),
    hasOnlyAllowedTags(caller, 'connector', connector),
  )
  const names = mayRead
    ? await db.select({ id: connector.id, name: connector.name }).from(connector).where(isSeen)
    : []
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const deliveries: AlertTestDelivery[] = []
  for (const { connector_id, delivery_id, unsent } of connectors) {
    const found = delivery_id === null ? undefined : await deliveryOf(db, spaceId, connector_id, delivery_id)
    // The receiver's answer is for those who may read connectors.
    const attempt = mayRead ? found?.attempt : undefined
    const isHeld =
      found?.state === 'pending' &&
      (found.skipBefore !== null || (found.held !== null && found.held !== 'on'))
    deliveries.push({
      connector_id,
      delivery_id: found ? delivery_id : null,
      name: nameOf.get(connector_id) ?? null,
      state: unsent ?? (isHeld ? 'held' : (found?.state ?? 'gone')),
      at: timeOf(attempt?.createdAt ?? null),
      duration: attempt?.duration ?? null,
      status: attempt?.status ?? null,
      error: attempt?.error ?? null,
      error_code: attempt?.errorCode ?? null,
      error_detail: attempt?.errorDetail ?? null,
      next_attempt_at: found?.state === 'pending' && attempt ? timeOf(found.nextAttemptAt) : null,
    })
  }
  return deliveries
}

/** The condition that a caller has made a test. */
const isMadeBy = (caller: Caller) =>
  'keyId' in caller ? eq(alertTest.keyId, caller.handle) : eq(alertTest.userId, caller.userId)

/** The results of a test of the caller. @throws ApiError 404 */
export async function readAlertTest(deps: OutcomeDeps, caller: Caller, ref: TestRef): Promise<AlertTest> {
  const { db } = deps
  const { spaceId, alertTestId } = ref
  // Waiting messages are read first: those that are gone by then have their results on the test.
  const waiting = await waitingOf(db, ref)
  const [row] = await db
    .select()
    .from(alertTest)
    .where(and(eq(alertTest.spaceId, spaceId), eq(alertTest.id, alertTestId), isMadeBy(caller)))
  if (!row) throw notFound()
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    unsaid: row.unsaid,
    mail: await mailOf(deps, row),
    pushes: await pushesOf(deps, caller, row, waiting),
    deliveries: await deliveriesOf(db, caller, row),
  }
}
