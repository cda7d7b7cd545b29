import type { Socket } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { z } from 'zod'
import { type Access, type Endpoint, etagOf, isHeavy, type Language, languageSchema } from '#contract/common'
import { reading, withPatience } from '../db/pool'
import type { Deps } from '../deps'
import { notFound, reasonOf } from '../errors'
import { type Lane, shareOfGuests, shareOfPerson } from '../lane'
import { type Log, loggedPath } from '../log'
import { authenticate } from '../middleware/authenticate'
import { type Caller, type KeyCaller, type Origin, type Person, personOf } from '../services/common/caller'
import { FileAnswer } from '../services/common/file'
import { JsonStream, JsonText } from '../services/common/json'
import type { Guest } from '../services/guests/guest'
import type { IfMatch } from '../services/resources/version'
import { networkOf } from './address'
import { hasVersion, routeOf } from './describe'
import { identifiesGuests } from './guests'
import { isFromHere } from './here'
import type { Lanes } from './lanes'
import { isIdentified, parseBatch, parseBody, parseIfMatch, parseQuery } from './parse'
import { SLICE, sendContent, sendJson, sendStream } from './send'
import { countStreams } from './streams'
import { isPacked, unpackBody } from './unpack'

type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

type CallerOf<A extends Access> = A extends 'guest'
  ? Guest
  : A extends 'bearer'
    ? Person
    : A extends 'bearerOrKey'
      ? Caller
      : A extends 'key'
        ? KeyCaller
        : null

interface Call<E extends Endpoint> extends Origin {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  /** The bytes of a file that the call takes. */
  file: E extends { takesFile: true } ? Buffer : undefined
  caller: CallerOf<E['access']>
  /** Null for a call that does not take it. */
  ifMatch: IfMatch
}

/** What is known about a call before its body is parsed. */
interface Known {
  caller: Caller | Guest | null
  params: unknown
  query: unknown
  ifMatch: IfMatch
  origin: Origin
}

/** The result of a handler: the answer of the contract, or its JSON. */
type Answer<E> = E extends { answersFile: true }
  ? FileAnswer
  : E extends { answer: infer Schema extends z.ZodType }
    ? z.input<Schema> | JsonText | JsonStream
    : void

type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

/** Adds the route of an endpoint. */
export type Implement = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/**
 * Makes routes from the contract's endpoints. Every call has the same order: permission, parse, handler, answer. Each route is added to the
 * OpenAPI document of the application.
 */
export function implementOn(app: OpenAPIHono, deps: Deps, lanes: Lanes): Implement {
  const implemented = new Set<Endpoint>()
  const answer = answerer(deps, lanes)
  return (endpoint, handler) => {
    if (implemented.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is implemented twice`)
    implemented.add(endpoint)
    app.openAPIRegistry.registerPath(routeOf(endpoint))
    app.on([endpoint.method.toUpperCase()], endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) =>
      answer(endpoint, handler, c),
    )
  }
}

const versionedSchema = z.object({ version: z.number() })
const versionOf = (answer: unknown) =>
  answer instanceof JsonText ? answer.version : versionedSchema.safeParse(answer).data?.version

/**
 * The share of the server that a call uses: that of the person, also for the keys that they made, that of all guests of a person, or of the
 * address of an unknown caller.
 */
function sharerOf(caller: Caller | Guest | null, address: string): string {
  if (!caller) return address
  return 'guestLinkId' in caller ? shareOfGuests(caller.hostId) : shareOfPerson(personOf(caller))
}

/** Receives the body of a call, and returns its number of bytes. */
const receive = async (c: Context) => (await c.req.arrayBuffer()).byteLength

/** Returns the function that answers calls. */
function answerer(deps: Deps, lanes: Lanes) {
  const countStream = countStreams()
  const identifyGuest = identifiesGuests(deps, lanes)

  /** Identifies the caller of a call that says who they are before its body is read. */
  async function identify(
    endpoint: Endpoint,
    c: Context,
    params: Parameters<typeof authenticate>[3],
    origin: Origin,
  ) {
    if (endpoint.access === 'guest') return identifyGuest(c, origin)
    if (!isIdentified(endpoint.access)) return null
    const { address, gone } = origin
    return lanes.entrance.run(`address ${address}`, gone, async () =>
      reading(gone, async () => withPatience(async () => authenticate(deps, endpoint, c, params, origin))),
    )
  }

  function respond(endpoint: Endpoint, answer: unknown, sharer: string, c: Context) {
    const version = hasVersion(endpoint) ? versionOf(answer) : undefined
    if (version !== undefined) c.header('ETag', etagOf(version))
    if (answer instanceof JsonStream) {
      countStream(sharer, c)
      return sendStream(c, logFailure(deps.log, c, answer.pieces), endpoint.status)
    }
    if (answer instanceof FileAnswer) {
      countStream(sharer, c)
      const { file } = answer
      return sendContent(c, { ...file, pieces: logFailure(deps.log, c, file.pieces) }, endpoint.status)
    }
    if (answer === undefined) return c.newResponse(null, endpoint.status)
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer)
    // The text is in memory until the client has read it, as is a piece of a stream. A change is always answered.
    if (endpoint.method === 'get' && text.length > SLICE) countStream(sharer, c)
    return sendJson(c, text, endpoint.status)
  }

  /**
   * The lane of a call; a light call of a device gets its lane once its space is known.
   * @param unpacked bytes of a body that came compressed
   */
  async function laneOf(
    endpoint: Endpoint,
    query: unknown,
    unpacked: number | undefined,
    c: Context,
  ): Promise<Lane | null> {
    const { body, access } = endpoint
    if (endpoint.isOutside) return lanes.outside
    const declared = c.req.header('content-length')
    const bytes = body ? (unpacked ?? Number(declared ?? (await receive(c)))) : 0
    if (isHeavy(endpoint, query ?? {}, bytes)) return lanes.heavy
    if (access === 'public' && body) return lanes.guests
    return access === 'device' ? null : lanes.light
  }

  /** Runs the handler in its lane, and records the permissions that a key has used, whatever the answer is. */
  return async <E extends Endpoint>(endpoint: E, handler: Handler<E>, c: Context): Promise<Response> => {
    const origin = originOf(c, deps.settings.trustProxy)
    const params = endpoint.params?.safeParse(c.req.param())
    const { gone } = origin
    const read = <Result>(work: () => Promise<Result>) => reading(gone, () => withPatience(work))
    const address = `address ${origin.address}`
    const caller = await identify(endpoint, c, params?.data, origin)
    const sharer = sharerOf(caller, address)
    try {
      if (params && !params.success) throw notFound()
      const query = parseQuery(endpoint, c)
      const ifMatch = parseIfMatch(endpoint, c)
      if (caller) caller.origin.batch = parseBatch(endpoint, c)
      const known = { caller, params: params?.data, query, ifMatch, origin }
      const prepare = async () => void ((endpoint.body || endpoint.takesFile) && (await receive(c)))
      // Only the body says who the caller is.
      const unpacked =
        endpoint.body && isPacked(endpoint, c)
          ? await lanes.entrance.run(address, gone, () => unpackBody(c), prepare)
          : undefined
      const lane = await laneOf(endpoint, query, unpacked, c)
      const work = async () => {
        const call = await readCall(endpoint, known, c)
        if (endpoint.method === 'get')
          return respond(endpoint, await read(async () => handler(call)), sharer, c)
        // A change that has begun runs to its end, whether or not the caller waits for it.
        gone.throwIfAborted()
        return respond(endpoint, await handler(call), sharer, c)
      }
      if (!lane) return await work()
      const inLane = async () => lane.run(sharer, gone, work, prepare)
      return endpoint.takesFile ? await lanes.files.run(sharer, gone, inLane) : await inLane()
    } finally {
      if (caller && 'keyId' in caller && caller.used.size > 0)
        deps.keyUse.note(caller, [...caller.used], deps.now(), origin.address)
    }
  }
}

const goneByConnection = new WeakMap<Socket, AbortSignal>()

/** Aborts when the caller's connection closes. Calls within the process have none. */
function goneOf({ env }: Context): AbortSignal {
  const socket: Socket | undefined = env?.incoming?.socket
  const known = socket && goneByConnection.get(socket)
  if (known) return known
  const gone = new AbortController()
  if (socket) goneByConnection.set(socket, gone.signal)
  if (socket?.destroyed) gone.abort()
  else socket?.once('close', () => gone.abort())
  return gone.signal
}

/** Logs a failure. The status was sent already, so `sendStream` can only close the connection. */
async function* logFailure<Piece>(log: Log, c: Context, pieces: AsyncIterable<Piece>) {
  try {
    yield* pieces
  } catch (error) {
    log.error('an answer broke off', {
      request: c.get('requestId'),
      method: c.req.method,
      path: loggedPath(c.req.path),
      error: reasonOf(error),
    })
    throw new Error('the answer broke off', { cause: error })
  }
}

async function readCall<E extends Endpoint>(
  endpoint: E,
  { origin, ...known }: Known,
  c: Context,
): Promise<Call<E>> {
  // In Node 20, a spread that does not come last takes microseconds, and leaves garbage that only a full collection finds.
  const file = endpoint.takesFile ? Buffer.from(await c.req.arrayBuffer()) : undefined
  const call = { body: await parseBody(endpoint, c), file, ...known, ...origin }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas parsed the parts; TypeScript cannot infer that through `E`
  return call as Call<E>
}

/**
 * Network address of the caller.
 * @param trustProxy whether our own proxy appends the caller's address to `X-Forwarded-For`
 */
export function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  // Calls within the process have no connection.
  const connected = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  return networkOf(forwarded ?? connected ?? 'local')
}

/** Longest name of a browser that is kept. */
const USER_AGENT_MAX = 512

const originOf = (c: Context, trustProxy: boolean): Origin => ({
  address: addressOf(c, trustProxy),
  language: languageOf(c),
  isFromHere: () => isFromHere(c),
  userAgent: c.req.header('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
  batch: null,
  gone: goneOf(c),
})

/** The first of our languages that the caller accepts. */
function languageOf(c: Context): Language | null {
  const accepted = parseAccept(c.req.header('accept-language') ?? '')
  const known = accepted.flatMap(
    ({ type }) => languageSchema.safeParse(type.slice(0, 2).toLowerCase()).data ?? [],
  )
  return known[0] ?? null
}
