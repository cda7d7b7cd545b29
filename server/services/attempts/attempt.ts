import type { IncomingHttpHeaders } from 'node:http'
import { pageOfTest } from '#contract/alerts'
import { excessOf } from '#contract/common'
import {
  alertJobOf,
  batchJobOf,
  type Failure,
  failureFor,
  jobOf,
  jobText,
  type Publication,
  publicationFrom,
  RESPONSE_HEADERS_MAX,
  RETURNED_MAX,
  type ResponseHeader,
  requestFrom,
  unknownFailure,
  type WebhookRequest,
} from '#contract/connectors'
import type { Outcome, Sandbox, ScriptError } from '#sandbox'
import type { deliveryAttempt } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import { retryAfterOf, textOf } from '../outgoing/answer'
import type { Connections } from '../outgoing/connections'
import type { Brokers } from '../outgoing/mqtt'
import { send } from '../outgoing/send'
import type { Web } from '../outgoing/web'
import { type Hiding, hidingOf, maskAddress, maskHeader } from './hide'
import type { Member, Work } from './load'
import { failedMessageIds } from './partialResults'
import { secretsAt, signatureOf } from './signature'

interface AttemptDeps extends Pick<Deps, 'now' | 'ownAddress'> {
  sandbox: Pick<Sandbox, 'run'>
  web: Web
  brokers: Brokers
  connections: Connections
  /** Product name for the `User-Agent` header. */
  userAgent: string
}

/** What the delivery worker needs. */
export interface DeliveryDeps extends AttemptDeps, Pick<Deps, 'db' | 'dueDeliveries' | 'dueTests' | 'log'> {}

/** The result of one attempt. */
export interface Attempted
  extends Pick<
    typeof deliveryAttempt.$inferSelect,
    | 'createdAt'
    | 'duration'
    | 'success'
    | 'method'
    | 'url'
    | 'status'
    | 'error'
    | 'errorCode'
    | 'errorDetail'
    | 'retryAfter'
    | 'requestBody'
    | 'responseBody'
    | 'responseHeaders'
  > {
  logs: string[]
  /** JSON text of what the function returned, for people to read; null if it returned nothing or too much to keep. */
  returned: string | null
  /** Whether no retry can succeed. */
  isPermanent?: boolean
  /** Messages of a batch that the receiver asks for again, although it answered with success. */
  again?: readonly string[]
}

/** The first bytes of a text, as PostgreSQL can store it. */
const storable = (text: string) => textOf(Buffer.from(text))

/** The columns of a failure; null if there is none. */
export const columnsOf = (failure: Failure | null) => ({
  error: failure && storable(failure.error),
  errorCode: failure && failure.error_code,
  errorDetail: failure?.error_detail ? storable(failure.error_detail) : null,
})

/** The result of an attempt before anything was done. */
export const NOTHING = {
  duration: 0,
  success: false,
  method: null,
  url: null,
  status: null,
  ...columnsOf(null),
  retryAfter: null,
  requestBody: null,
  responseBody: null,
  responseHeaders: null,
  logs: [],
  returned: null,
}

/** Longest return value that an event keeps, in characters. */
const RETURN_MAX = 64 * 1024

/** Milliseconds for the function, including its wait for the sandbox: the job must not expire before the attempt ends. */
const FUNCTION_MAX = 15_000

/** The sandbox was too busy to run the function, which says nothing about the delivery. */
class NotRun extends Error {}

/** The failure of an attempt that the server could not finish, from the error thrown. */
export const unexpected = (error: unknown): Failure => failureFor('unexpected', reasonOf(error).slice(0, 200))

/**
 * Runs the function of a connector. Runs it once more if it took too long, because the machine may have been busy, unless the attempt
 * before took too long as well. If the sandbox is not free in time for that, the first result counts.
 */
async function run({ sandbox }: AttemptDeps, work: Work, input: string) {
  const { personId, spaceId, connectorId, transformation: source, lateRuns } = work
  const signal = AbortSignal.timeout(FUNCTION_MAX)
  const owner = [personId, spaceId, connectorId]
  const script = { source, entry: 'main', sends: work.broker ? 'mqtt' : 'webhook' } as const
  const run = () => sandbox.run(script, input, { owner, signal })
  const first = await run().catch((error: unknown) => {
    throw new NotRun('the function did not run', { cause: error })
  })
  const isLate = 'error' in first && first.error.reason?.error_code === 'function_late'
  return isLate && lateRuns === 0 ? run().catch(() => first) : first
}

const failureOfScript = ({ name, message, line, reason }: ScriptError): Failure => ({
  ...(reason ?? unknownFailure(message)),
  error: `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`,
})

/** JSON text of the argument of the function; undefined if its message, or every message of its batch, was deleted. */
function argumentOf({ ownAddress }: AttemptDeps, work: Work, members: readonly Member[]): string | undefined {
  const { attempts: attempt, spaceId, variables } = work
  const connector = { id: work.connectorId }
  if (work.alert) {
    const { alert } = work
    const page = alert.test ? pageOfTest(alert) : `/space/${spaceId}/alerts/${alert.id}`
    const withUrl = { ...alert, url: ownAddress() + page }
    return JSON.stringify(alertJobOf({ attempt, alert: withUrl, connector, variables }))
  }
  const { message, device, isTest: test, isList } = work
  const subjects = members.flatMap(({ message, device, variables }) =>
    message ? [{ message, device, variables }] : [],
  )
  if (subjects.length === 0) return undefined
  const given = { attempt, spaceId, connector, variables, test }
  if (isList) return jobText(batchJobOf({ ...given, subjects }), subjects)
  return message ? jobText(jobOf({ ...given, message, device }), [{ message }]) : undefined
}

/** What the function wrote to the console; a test also says which numbers JavaScript has rounded. */
const linesOf = (outcome: Outcome, { isTest }: Work): string[] =>
  isTest && 'value' in outcome && outcome.lost.length > 0
    ? [
        ...outcome.logs,
        `JavaScript rounds integers beyond 2^53; not sent with all their digits: ${outcome.lost.join(', ')}`,
      ]
    : outcome.logs

/** All values of the variables that a function gets. */
const valuesOf = (work: Work, members: readonly Member[]) =>
  new Set([work, ...members].flatMap(({ variables }) => Object.values(variables)))

/**
 * Runs the connector's function on the message, the batch of messages or the alert, and sends the request that it returns. Every failure is
 * a result.
 * @param members the deliveries of a batch
 * @throws NotRun if the sandbox was too busy
 */
export async function attempt(
  deps: AttemptDeps,
  work: Work,
  members: readonly Member[] = [work],
): Promise<Attempted> {
  const createdAt = deps.now()
  try {
    return await runAndSend(deps, work, members, createdAt)
  } catch (error) {
    if (error instanceof NotRun) throw error
    const failure = hidingOf(valuesOf(work, members)).failure(unexpected(error))
    return { ...NOTHING, createdAt, ...columnsOf(failure) }
  }
}

async function runAndSend(
  deps: AttemptDeps,
  work: Work,
  members: readonly Member[],
  createdAt: Date,
): Promise<Attempted> {
  const job = argumentOf(deps, work, members)
  if (!job) return { ...NOTHING, createdAt, ...columnsOf(failureFor('message_gone')), isPermanent: true }
  const outcome = await run(deps, work, job)
  const hiding = hidingOf(valuesOf(work, members))
  const ran = {
    ...NOTHING,
    createdAt,
    duration: Math.round(outcome.milliseconds),
    logs: hiding.lines(linesOf(outcome, work)).map(storable),
  }
  if ('error' in outcome) return { ...ran, ...columnsOf(hiding.failure(failureOfScript(outcome.error))) }
  const isKept = outcome.value.length <= RETURN_MAX && excessOf(outcome.value, RETURNED_MAX) === null
  const returned = isKept ? hiding.json(outcome.value) : null
  const asked = work.broker ? publicationFrom(outcome.taken) : requestFrom(outcome.taken)
  if (asked === null) return { ...ran, returned, success: null }
  if ('error' in asked) return { ...ran, returned, ...columnsOf(hiding.failure(asked)) }
  const sending =
    'topic' in asked ? publish(deps, work, asked, hiding) : sendSigned(deps, work, asked, { hiding, members })
  return { ...ran, returned, ...(await sending) }
}

/** The headers of a response as an attempt stores them. */
function headersOf(headers: IncomingHttpHeaders, hiding: Hiding): ResponseHeader[] {
  const all = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value) => ({
      name: storable(hiding.text(name)),
      value: storable(hiding.text(maskHeader(name, value))),
    })),
  )
  let characters = 0
  return all.slice(0, RESPONSE_HEADERS_MAX.entries).filter(({ name, value }) => {
    characters += name.length + value.length
    return characters <= RESPONSE_HEADERS_MAX.characters
  })
}

async function sendSigned(
  { web, connections, now, userAgent }: AttemptDeps,
  work: Work,
  request: WebhookRequest,
  { hiding, members }: { hiding: Hiding; members: readonly Member[] },
) {
  const { method, url, header, body } = request
  const at = now()
  const id = (work.isList && work.batchId) || work.id
  const signature = signatureOf({ id, at, body: body ?? '', secrets: secretsAt(at, work) })
  const began = performance.now()
  const answer = await send(web, {
    ...request,
    tls: work.tls,
    keep: { connections, owner: `${work.spaceId}/${work.connectorId}` },
    header: {
      'User-Agent': encodeURIComponent(userAgent),
      ...header,
      ...signature,
      ...((work.isTest || work.alert?.test) && { 'webhook-test': 'true' }),
      ...(work.repeats !== null && !work.isList && { 'webhook-repeats': work.repeats }),
    },
  })
  const results =
    work.isList && work.batchResults && answer.failure === null ? failedMessageIds(answer.body, members) : []
  const failure = 'error' in results ? results : answer.failure
  return {
    duration: Math.round(performance.now() - began),
    success: failure === null,
    ...(!('error' in results) && { again: results }),
    method,
    url: storable(maskAddress(hiding.text(url))),
    status: answer.status,
    ...columnsOf(failure && hiding.failure(failure)),
    retryAfter: failure && retryAfterOf(answer.headers, now()),
    requestBody: body === null ? null : hiding.body(body),
    responseHeaders: answer.status === null ? null : headersOf(answer.headers, hiding),
    responseBody: answer.body && storable(hiding.cut(answer.body.text)),
  }
}

/** Longest address with topic that is kept, in characters. */
const ADDRESS_MAX = 8 * 1024

async function publish(
  { brokers }: AttemptDeps,
  { connectorId, broker, tls, isTest, alert }: Work,
  publication: Publication,
  hiding: Hiding,
) {
  if (!broker) throw new Error('a webhook has no broker')
  const began = performance.now()
  // A test must not replace the message that the broker retains for others.
  const published = isTest || alert?.test ? { ...publication, retain: false } : publication
  const failure = await brokers.publish({ connectorId, ...broker, tls }, published)
  const address = maskAddress(hiding.text(`${broker.url.replace(/\/$/, '')}/${publication.topic}`))
  return {
    duration: Math.round(performance.now() - began),
    success: failure === null,
    method: 'PUBLISH',
    url: storable(address.length > ADDRESS_MAX ? `${address.slice(0, ADDRESS_MAX)}…` : address),
    status: null,
    ...columnsOf(failure && hiding.failure(failure)),
    retryAfter: null,
    requestBody: hiding.body(publication.payload),
    responseBody: null,
    responseHeaders: null,
  }
}
