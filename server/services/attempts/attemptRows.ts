import type { WebhookEventBody } from '#contract/connectors'
import type { deliveryAttempt, messageEvent } from '../../db/schema'
import { newId } from '../common/ids'
import type { Attempted } from './attempt'
import { maskReturned } from './hide'
import type { Member, Work } from './load'

type AttemptRow = Required<typeof deliveryAttempt.$inferInsert>

/** The rows of an attempt. The first one has the request and the answer. */
export const attemptRows = (
  work: Work,
  members: readonly Pick<Member, 'id'>[],
  attempted: Attempted,
  due: Date | null,
): AttemptRow[] => {
  const texts = {
    requestBody: attempted.requestBody,
    responseBody: attempted.responseBody,
    responseHeaders: attempted.responseHeaders,
    logs: attempted.logs,
  }
  return members.map(({ id }, i) => ({
    spaceId: work.spaceId,
    connectorId: work.connectorId,
    deliveryId: id,
    attempt: work.attempts,
    uncounted: work.uncounted,
    isTest: work.isTest || work.alert?.test === true,
    createdAt: attempted.createdAt,
    duration: attempted.duration,
    success: attempted.success,
    method: attempted.method,
    url: attempted.url,
    status: attempted.status,
    error: attempted.error,
    errorCode: attempted.errorCode,
    errorDetail: attempted.errorDetail,
    retryAfter: attempted.retryAfter,
    nextAttemptAt: due,
    connectorVersion: work.version,
    ...(i === 0 ? texts : { requestBody: null, responseBody: null, responseHeaders: null, logs: [] }),
    batchId: work.isList ? work.batchId : null,
    textsDeliveryId: i === 0 ? null : (members[0]?.id ?? null),
  }))
}

/** Longest error text that is kept outside the attempt, in characters. The attempt has all of it. */
const ERROR_MAX = 1000

/** The beginning of an error text. */
// jsonb cannot hold half of a surrogate pair.
export const shortened = (text: string | null) =>
  text && text.slice(0, ERROR_MAX).replace(/[\ud800-\udbff]$/, '')

type EventRow = Required<typeof messageEvent.$inferInsert>

/**
 * The rows of the events on the messages; none for an alert or a test, or if the message was deleted. What a function returned or threw for
 * several messages belongs to none of them.
 */
export function eventRows(
  { spaceId, connectorId, attempts, isTest }: Work,
  members: readonly Member[],
  { returned, status, error, errorCode, errorDetail }: Attempted,
  { event, at, due }: { event: string; at: Date; due: Date | null },
): EventRow[] {
  if (isTest) return []
  const functionReturn = returned === null || members.length > 1 ? null : maskReturned(returned)
  return members.flatMap(({ id, device: of, message, messageCreatedAt }) =>
    message && of && messageCreatedAt
      ? [
          {
            spaceId,
            messageCreatedAt,
            messageId: message.id,
            id: newId(at),
            deviceId: of.id,
            createdAt: at,
            type: event,
            messageConnectorId: connectorId,
            functionReturn,
            body: {
              delivery_id: id,
              attempt: attempts,
              status,
              error: members.length > 1 && errorCode === null ? null : shortened(error),
              error_code: errorCode,
              error_detail: shortened(errorDetail),
              next_attempt_at: due?.toISOString() ?? null,
            } satisfies WebhookEventBody,
          },
        ]
      : [],
  )
}
