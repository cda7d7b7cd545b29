import type { ServerResponse } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { z } from 'zod'
import {
  type Access,
  CHANGED_SINCE,
  changedSinceSchema,
  type Endpoint,
  etagOf,
  JSON_MAX,
  type Language,
  languageSchema,
} from '#contract/common'
import { reading, withPatience } from '../db/pool'
import type { Deps } from '../deps'
import { notFound, reasonOf } from '../errors'
import { type Log, loggedPath } from '../log'
import { authenticate } from '../middleware/authenticate'
import type { Caller, Origin, Person } from '../services/common/caller'
import { JsonStream, JsonText } from '../services/common/json'
import type { IfMatch } from '../services/common/version'
import { networkOf } from './address'
import { isBodyOptional, parseBody, parseIfMatch, parseQuery } from './parse'
import { sendJson, sendStream } from './send'
import { countStreams } from './streams'

type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

type CallerOf<A extends Access> = A extends 'bearer' ? Person : A extends 'bearerOrKey' ? Caller : null

/** A checked call of an endpoint. */
interface Call<E extends Endpoint> extends Origin {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  caller: CallerOf<E['access']>
  /** Null for a call that does not take it. */
  ifMatch: IfMatch
}

/** What is known about a call before the rest is parsed. */
interface Known {
  caller: Caller | null
  params: ReturnType<z.ZodObject['safeParse']> | undefined
  origin: Origin
}

/** The result of a handler: the answer of the contract, or its JSON. */
type Answer<E> = E extends { answer: infer Schema extends z.ZodType }
  ? z.input<Schema> | JsonText | JsonStream
  : void

type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

/** Adds the route of an endpoint. */
export type Implement = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** The security of the OpenAPI document. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  device: [],
  bearer: [{ bearer: [] }],
  bearerOrKey: [{ bearer: [] }, { key: [] }],
}

/**
 * Makes routes from the contract's endpoints. Every call takes the same order: permission, parse, handler, answer.
 * Each route is added to the OpenAPI document of the application.
 */
export function implementOn(app: OpenAPIHono, deps: Deps): Implement {
  const implemented = new Set<Endpoint>()
  const countStream = countStreams()
  return (endpoint, handler) => {
    if (implemented.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is implemented twice`)
    implemented.add(endpoint)
    app.openAPIRegistry.registerPath(
      createRoute({
        method: endpoint.method,
        path: endpoint.path,
        summary: endpoint.summary,
        ...(endpoint.permission && {
          description: `Permission: ${[endpoint.permission].flat().join(' or ')}`,
        }),
        tags: [endpoint.tag],
        request: requestOf(endpoint),
        responses: responsesOf(endpoint),
        security: SECURITY[endpoint.access],
      }),
    )
    app.on([endpoint.method.toUpperCase()], endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const { answer, caller } = await answerOf(deps, endpoint, handler, c)
      const version = hasVersion(endpoint) ? versionOf(answer) : undefined
      if (version !== undefined) c.header('ETag', etagOf(version))
      if (answer instanceof JsonText) return sendJson(c, answer.text, endpoint.status)
      if (answer instanceof JsonStream) {
        countStream(caller, c)
        return sendStream(c, logFailure(deps.log, c, answer.pieces), endpoint.status)
      }
      if (answer === undefined) return c.newResponse(null, endpoint.status)
      return sendJson(c, JSON.stringify(answer), endpoint.status)
    })
  }
}

/** Whether a call answers with one record that has a version. */
const hasVersion = ({ answer }: Endpoint) => answer instanceof z.ZodObject && 'version' in answer.shape

const versionedSchema = z.object({ version: z.number() })
const versionOf = (answer: unknown) =>
  answer instanceof JsonText ? answer.version : versionedSchema.safeParse(answer).data?.version

/** Calls the handler, and takes note of the permission that a key has used, whatever the answer is. */
async function answerOf<E extends Endpoint>(
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  c: Context,
): Promise<{ answer: unknown; caller: Caller | null }> {
  const origin = originOf(c, deps.settings.trustProxy)
  const isIdentified = endpoint.access === 'bearer' || endpoint.access === 'bearerOrKey'
  const params = endpoint.params?.safeParse(c.req.param())
  const gone = goneOf(c)
  const read = <Result>(work: () => Promise<Result>) => reading(gone, () => withPatience(work))
  const caller = isIdentified ? await read(() => authenticate(deps, endpoint, c, params?.data, origin)) : null
  try {
    const call = await readCall(endpoint, { caller, params, origin }, c)
    if (endpoint.method === 'get') return { answer: await read(async () => handler(call)), caller }
    // A change that has begun runs to its end, whether or not the caller waits for it.
    gone.throwIfAborted()
    return { answer: await handler(call), caller }
  } finally {
    if (caller && 'keyId' in caller && caller.used)
      deps.keyUse.note(caller, caller.used, deps.now(), origin.address)
  }
}

/** Aborts when the caller goes before the answer is complete. Calls within the process have no connection. */
function goneOf({ env }: Context): AbortSignal {
  const gone = new AbortController()
  const outgoing: ServerResponse | undefined = env?.outgoing
  outgoing?.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Logs a failure. The status was sent already, so `sendStream` can only close the connection. */
async function* logFailure(log: Log, { req }: Context, pieces: AsyncIterable<string>) {
  try {
    yield* pieces
  } catch (error) {
    log.error('an answer broke off', {
      method: req.method,
      path: loggedPath(req.path),
      error: reasonOf(error),
    })
    throw new Error('the answer broke off', { cause: error })
  }
}

async function readCall<E extends Endpoint>(
  endpoint: E,
  { caller, params, origin }: Known,
  c: Context,
): Promise<Call<E>> {
  if (params && !params.success) throw notFound()
  const query = parseQuery(endpoint, c)
  const ifMatch = parseIfMatch(endpoint, c)
  const body = await parseBody(endpoint, c)
  const call = { params: params?.data, query, body, caller, ifMatch, ...origin }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas parsed the parts; TypeScript cannot infer that through `E`
  return call as Call<E>
}

/**
 * Network address of the caller.
 * @param trustProxy our own proxy appends the caller's address to `X-Forwarded-For`
 */
export function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  // Calls within the process have no connection.
  const connected = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  return networkOf(forwarded ?? connected ?? 'local')
}

/** Longest name of a browser that is kept. */
const USER_AGENT_MAX = 512

/** Where a call comes from. */
const originOf = (c: Context, trustProxy: boolean): Origin => ({
  address: addressOf(c, trustProxy),
  language: languageOf(c),
  isForeign: isForeign(c),
  userAgent: c.req.header('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
})

/** Browsers say which page makes a call to another origin; a page of this server has its host and port. */
function isForeign(c: Context): boolean {
  const page = c.req.header('origin')
  return page !== undefined && !(URL.canParse(page) && new URL(page).host === new URL(c.req.url).host)
}

/** The first of our languages that the caller accepts. */
function languageOf(c: Context): Language | null {
  const accepted = parseAccept(c.req.header('accept-language') ?? '')
  const known = accepted.flatMap(
    ({ type }) => languageSchema.safeParse(type.slice(0, 2).toLowerCase()).data ?? [],
  )
  return known[0] ?? null
}

const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' as const } } },
})

const CONDITION = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'The ETag of the record that the change is based on, or several, or *; without it, whatever it is',
    ),
})

/** The request part of the OpenAPI document. */
const requestOf = ({
  params,
  query,
  body,
  isConditional,
}: Endpoint): NonNullable<RouteConfig['request']> => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(isConditional && { headers: CONDITION }),
  ...(body && {
    body: { required: !isBodyOptional(body), content: { 'application/json': { schema: body } } },
  }),
})

/** Why an identified caller is refused. */
const deniedBecause = ({ permission, isCritical, isOfEverybody }: Endpoint) =>
  `The caller ${[
    ...(permission ? ['lacks the permission'] : []),
    'is not verified',
    ...(isOfEverybody ? [] : ['has not set up the second factor that this server requires']),
    ...(isCritical ? ['is a person who did not sign in within 15 minutes'] : []),
  ].join(', or ')}`

const BODY_BOUNDS = `; or the body has more than ${JSON_MAX.levels} levels of lists and objects, or ${JSON_MAX.marks} commas and opening brackets`

const ETAG_HEADER = {
  ETag: { description: 'The version of the record, for If-Match', schema: { type: 'string' as const } },
}

/** The answers in the OpenAPI document: success, and the possible failures. */
function responsesOf(endpoint: Endpoint): RouteConfig['responses'] {
  const { status, answer, access, params, query, body, isConditional, failures = {} } = endpoint
  const responses: RouteConfig['responses'] = {
    [status]: answer
      ? {
          description: 'Success',
          content: { 'application/json': { schema: answer } },
          ...(hasVersion(endpoint) && { headers: ETAG_HEADER }),
        }
      : { description: 'Success' },
  }
  if (query || body)
    responses[400] = text(`A sentence that names the invalid field${body ? BODY_BOUNDS : ''}`)
  else if (isConditional) responses[400] = text('The header If-Match is no list of ETags')
  if (access === 'bearer' || access === 'bearerOrKey') {
    responses[401] = text('The token or key is missing, wrong, expired or revoked')
    responses[403] = text(deniedBecause(endpoint))
  }
  if (access === 'public' && body) {
    responses[401] = text('The credentials are wrong')
    responses[429] = text('Too many attempts; the header Retry-After says when to try again')
  }
  if (params) responses[404] = text('Not found, or not visible to the caller')
  if (isConditional)
    responses[412] = {
      description: `With If-Match: ${CHANGED_SINCE}`,
      content: { 'application/json': { schema: changedSinceSchema } },
      headers: ETAG_HEADER,
    }
  if (body) {
    responses[413] = text('The body is larger than 1 MB')
    responses[415] = text('The content type is not application/json')
  }
  responses[503] = text('The database is away; the header Retry-After says when to try again')
  for (const [code, meaning] of Object.entries(failures)) responses[code] = text(meaning)
  return responses
}
