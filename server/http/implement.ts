import type { ServerResponse } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { expandIPv6 } from 'hono/utils/ipaddr'
import type { z } from 'zod'
import { type Access, type Endpoint, type Language, languageSchema } from '#contract/common'
import { reading, withPatience } from '../db/pool'
import type { Deps } from '../deps'
import { notFound, reasonOf } from '../errors'
import { type Log, loggedPath } from '../log'
import { authenticate } from '../middleware/authenticate'
import type { Caller, Origin, Person } from '../services/caller'
import { JsonStream, JsonText } from '../services/json'
import { isBodyOptional, parseBody, parseQuery } from './parse'
import { sendJson, sendStream } from './send'

type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

type CallerOf<A extends Access> = A extends 'bearer' ? Person : A extends 'bearerOrKey' ? Caller : null

/** A checked call of an endpoint. */
interface Call<E extends Endpoint> extends Origin {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  caller: CallerOf<E['access']>
}

/** What is known of a call before the rest is parsed. */
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
      const answer: unknown = await answerOf(deps, endpoint, handler, c)
      if (answer instanceof JsonText) return sendJson(c, answer.text, endpoint.status)
      if (answer instanceof JsonStream)
        return sendStream(c, logFailure(deps.log, c, answer.pieces), endpoint.status)
      if (answer === undefined) return c.newResponse(null, endpoint.status)
      return sendJson(c, JSON.stringify(answer), endpoint.status)
    })
  }
}

/** Calls the handler, and takes note of the permission that a key has used, whatever the answer is. */
async function answerOf<E extends Endpoint>(deps: Deps, endpoint: E, handler: Handler<E>, c: Context) {
  const origin = originOf(c, deps.settings.trustProxy)
  const isIdentified = endpoint.access === 'bearer' || endpoint.access === 'bearerOrKey'
  const params = endpoint.params?.safeParse(c.req.param())
  const gone = goneOf(c)
  const read = <Result>(work: () => Promise<Result>) => reading(gone, () => withPatience(work))
  const caller = isIdentified ? await read(() => authenticate(deps, endpoint, c, params?.data, origin)) : null
  try {
    const call = await readCall(endpoint, { caller, params, origin }, c)
    if (endpoint.method === 'get') return await read(async () => handler(call))
    // A change that has begun runs to its end, whether or not the caller waits for it.
    gone.throwIfAborted()
    return await handler(call)
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
  const body = await parseBody(endpoint, c)
  const call = { params: params?.data, query, body, caller, ...origin }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas parsed the parts; TypeScript cannot infer that through `E`
  return call as Call<E>
}

/**
 * Network address of the caller. Of IPv6 only the first half, because one person may use the whole second half.
 * @param trustProxy our own proxy appends the caller's address to `X-Forwarded-For`
 */
export function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  // Calls within the process have no connection.
  const connected = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  const address = (forwarded ?? connected ?? 'local').replace(/^::ffff:/, '')
  return address.includes(':') ? expandIPv6(address).split(':').slice(0, 4).join(':') : address
}

/** Longest name of a browser that is kept. */
const USER_AGENT_MAX = 512

/** Where a call comes from. */
const originOf = (c: Context, trustProxy: boolean): Origin => ({
  address: addressOf(c, trustProxy),
  language: languageOf(c),
  userAgent: c.req.header('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
})

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

/** The request part of the OpenAPI document. */
const requestOf = ({ params, query, body }: Endpoint): NonNullable<RouteConfig['request']> => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(body && {
    body: { required: !isBodyOptional(body), content: { 'application/json': { schema: body } } },
  }),
})

/** Why somebody who is known is refused. */
const deniedBecause = ({ permission, isCritical, isOfEverybody }: Endpoint) =>
  `The caller ${[
    ...(permission ? ['lacks the permission'] : []),
    'is not verified',
    ...(isOfEverybody ? [] : ['has not set up the second factor that this server requires']),
    ...(isCritical ? ['is a person who did not sign in within 15 minutes'] : []),
  ].join(', or ')}`

/** The answers in the OpenAPI document: success, and the possible failures. */
function responsesOf(endpoint: Endpoint): RouteConfig['responses'] {
  const { status, answer, access, params, query, body, failures = {} } = endpoint
  const responses: RouteConfig['responses'] = {
    [status]: answer
      ? { description: 'Success', content: { 'application/json': { schema: answer } } }
      : { description: 'Success' },
  }
  if (query || body) responses[400] = text('A sentence that names the invalid field')
  if (access === 'bearer' || access === 'bearerOrKey') {
    responses[401] = text('The token or key is missing, wrong, expired or revoked')
    responses[403] = text(deniedBecause(endpoint))
  }
  if (access === 'public' && body) {
    responses[401] = text('The credentials are wrong')
    responses[429] = text('Too many attempts; the header Retry-After says when to try again')
  }
  if (params) responses[404] = text('Not found, or not visible to the caller')
  if (body) {
    responses[413] = text('The body is larger than 1 MB')
    responses[415] = text('The content type is not application/json')
  }
  responses[503] = text('The database is away; the header Retry-After says when to try again')
  for (const [code, meaning] of Object.entries(failures)) responses[code] = text(meaning)
  return responses
}
