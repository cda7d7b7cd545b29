import {
  type Failure,
  failureFor,
  jobOf,
  requestOf,
  unknownFailure,
  type WebhookRequest,
} from '#contract/connectors'
import type { Sandbox, ScriptError } from '#sandbox'
import type { deliveryAttempt } from '../../db/schema'
import type { Deps } from '../../deps'
import { textOf } from './firstText'
import type { Work } from './load'
import { send } from './send'
import { signatureOf } from './sign'
import type { Web } from './web'

/** What an attempt needs. */
interface AttemptDeps extends Pick<Deps, 'now'> {
  sandbox: Pick<Sandbox, 'run'>
  web: Web
  /** Name of the product, which requests say that they come from. */
  userAgent: string
}

/** What the worker needs. */
export interface DeliveryDeps extends AttemptDeps, Pick<Deps, 'db' | 'queue' | 'log'> {}

/** What came of one attempt. */
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
    | 'requestBody'
    | 'responseBody'
  > {
  logs: string[]
  /** JSON text of what the function returned; null when it returned nothing. */
  returned: string | null
  /** No retry can help. */
  isHopeless?: boolean
}

/** First bytes of a text, as the database can keep it. */
const storable = (text: string) => textOf(Buffer.from(text))

/** The columns of a failure; null says that there is none. */
export const columnsOf = (failure: Failure | null) => ({
  error: failure && storable(failure.error),
  errorCode: failure && failure.error_code,
  errorDetail: failure?.error_detail ? storable(failure.error_detail) : null,
})

const NOTHING = {
  duration: 0,
  success: false,
  method: null,
  url: null,
  status: null,
  ...columnsOf(null),
  requestBody: null,
  responseBody: null,
  logs: [],
  returned: null,
}

/** What an address shows of itself: `https://name:password@host` signs in with them, and keeps them to itself. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  if (!url.password) return address
  url.password = '***'
  return url.href
}

/** Milliseconds in which the code must have had its turn: the job must not expire before the attempt is over. */
const TURN = 15_000

/**
 * Runs a function; once more when it took too long, because the machine may have been too busy for it. When its second
 * turn does not come in time, the first one counts.
 */
async function run({ sandbox }: AttemptDeps, source: string, input: string, owner: string) {
  const signal = AbortSignal.timeout(TURN)
  const turn = () => sandbox.run({ source, entry: 'main' }, input, { owner, signal })
  const first = await turn()
  const isLate = 'error' in first && first.error.reason?.error_code === 'function_late'
  return isLate ? turn().catch(() => first) : first
}

const failureOfScript = ({ name, message, line, reason }: ScriptError): Failure => ({
  ...(reason ?? unknownFailure(message)),
  error: `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`,
})

/** Runs the connector's function on the message, and sends what it returns. */
export async function attempt(deps: AttemptDeps, work: Work): Promise<Attempted> {
  const createdAt = deps.now()
  const { attempts, spaceId, connectorId, message, device, transformation } = work
  if (!message) return { ...NOTHING, createdAt, ...columnsOf(failureFor('message_gone')), isHopeless: true }
  const job = jobOf({ attempt: attempts, spaceId, message, device, connector: { id: connectorId } })
  const outcome = await run(deps, transformation, JSON.stringify(job), spaceId)
  const ran = {
    ...NOTHING,
    createdAt,
    duration: Math.round(outcome.milliseconds),
    logs: outcome.logs.map(storable),
  }
  if ('error' in outcome) return { ...ran, ...columnsOf(failureOfScript(outcome.error)) }
  const returned = outcome.value
  const request = requestOf(outcome.value)
  if (request === null) return { ...ran, returned, success: null }
  if ('error' in request) return { ...ran, returned, ...columnsOf(request) }
  return { ...ran, returned, ...(await sendSigned(deps, work, request)) }
}

async function sendSigned(
  { web, now, userAgent }: AttemptDeps,
  { id, secret }: Work,
  request: WebhookRequest,
) {
  const { method, url, header, body } = request
  const signature = signatureOf({ id, at: now(), body: body ?? '', secret })
  const began = performance.now()
  const answer = await send(web, {
    ...request,
    header: { 'User-Agent': encodeURIComponent(userAgent), ...header, ...signature },
  })
  return {
    duration: Math.round(performance.now() - began),
    success: answer.failure === null,
    method,
    url: storable(withoutPassword(url)),
    status: answer.status,
    ...columnsOf(answer.failure),
    requestBody: body === null ? null : storable(body),
    responseBody: answer.body,
  }
}
