import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Endpoint } from '#contract/common'
import type { Deps } from '../deps'
import { notFound, reasonOf } from '../errors'
import type { Log } from '../log'
import { authenticate } from '../middleware/authenticate'
import { JsonStream, JsonText } from '../services/json'
import { addressOf } from './address'
import type { Answer, Call } from './call'
import { requestOf, responsesOf } from './describe'
import { parseBody, parseQuery } from './parse'
import { sendJson, sendStream } from './send'

type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

/** Makes routes of endpoints. */
export type Implement = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/**
 * Routes of the contract's endpoints, in the order that every call takes: permission, parse, handler, answer.
 * Each becomes part of the OpenAPI document of the application.
 */
export const implementOn =
  (app: OpenAPIHono, deps: Deps): Implement =>
  (endpoint, handler) => {
    app.openAPIRegistry.registerPath(
      createRoute({
        method: endpoint.method,
        path: endpoint.path,
        summary: endpoint.summary,
        ...(endpoint.permission && { description: `Permission: ${endpoint.permission}` }),
        tags: [endpoint.tag],
        request: requestOf(endpoint),
        responses: responsesOf(endpoint),
        security: endpoint.access === 'bearer' ? [{ bearer: [] }] : [],
      }),
    )
    app.on([endpoint.method.toUpperCase()], endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const call = await readCall(deps, endpoint, c)
      const answer: unknown = await handler(call)
      if (answer instanceof JsonText) return sendJson(c, answer.text, endpoint.status)
      if (answer instanceof JsonStream)
        return sendStream(c, logFailure(deps.log, c, answer.pieces), endpoint.status)
      if (answer === undefined) return c.newResponse(null, endpoint.status)
      return sendJson(c, JSON.stringify(answer), endpoint.status)
    })
  }

/** The status was sent already, so all that can be done about a failure is to break off, which `send` does. */
async function* logFailure(log: Log, { req }: Context, pieces: AsyncIterable<string>) {
  try {
    yield* pieces
  } catch (error) {
    log.error('an answer broke off', { method: req.method, path: req.path, error: reasonOf(error) })
    throw new Error('the answer broke off', { cause: error })
  }
}

async function readCall<E extends Endpoint>(deps: Deps, endpoint: E, c: Context): Promise<Call<E>> {
  const params = endpoint.params?.safeParse(c.req.param())
  const caller = endpoint.access === 'bearer' ? await authenticate(deps, endpoint, c, params?.data) : null
  if (params && !params.success) throw notFound()
  const query = parseQuery(endpoint, c)
  const body = await parseBody(endpoint, c)
  const call = { params: params?.data, query, body, caller, address: addressOf(c, deps.settings.trustProxy) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas parsed the parts, which TypeScript cannot follow through `E`
  return call as Call<E>
}
