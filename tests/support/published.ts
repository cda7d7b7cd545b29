import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

const PAGE = 'limit offset cursor sort_by order_by'
const DEVICES = 'name tag_ids[] tag_filter_logic'
const MESSAGES = 'device_id tag_id after before direction type[]'
const VARIABLE = 'device_id name value environment comment'
const USER = 'email system_role firstname lastname middlename company'
const CONNECTOR = 'name type direction triggers tags transformation'

/** Calls of the two specifications: parameters of the query, or fields of the body, without unspecified ones. */
const PUBLISHED: Readonly<Record<string, string | null>> = {
  'POST /auth/login': 'email password',
  'POST /auth/oauth2/code': 'provider code',
  'GET /auth/oauth2/providers': '',
  'GET /profile': '',
  'PUT /profile': null,
  'PUT /profile/password/reset': 'id token email password',
  'POST /profile/password/forgot': 'email',
  'GET /profile/authentications': '',
  'POST /profile/authentications': 'provider code',
  'DELETE /profile/authentication/*': '',
  'GET /spaces': PAGE,
  'POST /spaces': 'id created_at name',
  'GET /spaces/*': '',
  'PUT /spaces/*': 'name',
  'DELETE /spaces/*': '',
  'PUT /spaces/*/accept': '',
  'GET /spaces/*/connectors': PAGE,
  'POST /spaces/*/connectors': CONNECTOR,
  'GET /spaces/*/connectors/*': '',
  'PUT /spaces/*/connectors/*': `${CONNECTOR} retry_delays`,
  'DELETE /spaces/*/connectors/*': '',
  'GET /spaces/*/connectors/*/statistics': '',
  'GET /spaces/*/devices': `${PAGE} ${DEVICES}`,
  'GET /spaces/*/devices/count': DEVICES,
  'POST /spaces/*/devices': 'name serial_number token comment label tags',
  'GET /spaces/*/devices/*': '',
  'PUT /spaces/*/devices/*': 'name comment label tags',
  'DELETE /spaces/*/devices/*': '',
  'GET /spaces/*/devices/*/firmware': 'limit',
  'POST /spaces/*/devices/*/firmware': 'firmware target',
  'GET /spaces/*/devices/*/sessions/*': '',
  'GET /spaces/*/messages': `${MESSAGES} limit offset`,
  'GET /spaces/*/messages/count': MESSAGES,
  'POST /spaces/*/messages': 'device_id type body',
  'GET /spaces/*/messages/*': '',
  'PUT /spaces/*/messages/*': 'down_state',
  'GET /spaces/*/messages/*/events': '',
  'GET /spaces/*/keys': PAGE,
  'POST /spaces/*/keys': 'id name tags',
  'GET /spaces/*/keys/*': '',
  'PUT /spaces/*/keys/*': 'name tags permissions',
  'DELETE /spaces/*/keys/*': '',
  'GET /spaces/*/tags': PAGE,
  'POST /spaces/*/tags': 'name color',
  'GET /spaces/*/tags/*': '',
  'PUT /spaces/*/tags/*': 'name color access_type',
  'DELETE /spaces/*/tags/*': '',
  'GET /spaces/*/users': PAGE,
  'POST /spaces/*/users/invite': 'email space_role',
  'GET /spaces/*/users/*': '',
  'PUT /spaces/*/users/*': 'space_role',
  'DELETE /spaces/*/users/*': '',
  'GET /spaces/*/variables': `${PAGE} name`,
  'GET /spaces/*/variables/count': 'name',
  'POST /spaces/*/variables': VARIABLE,
  'GET /spaces/*/variables/*': '',
  'PUT /spaces/*/variables/*': VARIABLE,
  'DELETE /spaces/*/variables/*': '',
  'POST /registration/new': 'id token space_id email provider data',
  'POST /registration/complete': 'id token space_id email provider data',
  'PUT /registration/verify': 'id token email',
  'GET /admin/users': PAGE,
  'GET /admin/users/count': '',
  'GET /admin/users/*': '',
  'PUT /admin/users/*': USER,
  'PUT /users/*': USER,
  'DELETE /users/*': '',
  'GET /admin/devices': PAGE,
  'GET /admin/devices/count': '',
  'GET /admin/sim/*': '',
  'PUT /admin/sim/*': 'state profile attr1 attr2',
}

const calls = Object.entries(PUBLISHED).map(([call, takes]) => ({
  call,
  takes,
  // Words such as `count` are not ids.
  stars: call.split('*').length,
  matches: new RegExp(`^${call.replaceAll('*', '[^/]+')}$`),
}))

/** The published call of a request. */
const callOf = (request: string) =>
  calls.filter(({ matches }) => matches.test(request)).toSorted((a, b) => a.stars - b.stars)[0]

/** Whether the specifications have a call, such as `GET /spaces/x`. */
export const isPublished = (call: string) => callOf(call) !== undefined

/** A token of the specification, with a person and their system role. */
export const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`

interface Received {
  /** Method and path, ids as stars. */
  call: string
  path: string
  /** The query as it was sent. */
  query: string
  body: unknown
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : undefined
}

/**
 * Serves the tests of one file over HTTP with only the calls of the specifications. It refuses and records everything
 * beyond them.
 */
export async function servePublished() {
  const answers: Record<string, unknown> = {}
  const received: Received[] = []
  const beyond: string[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request)
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://published.test')
    const path = pathname.replace(/^\/v2/, '')
    const asked = `${request.method} ${path}`
    const found = pathname.startsWith('/v2/') ? callOf(asked) : undefined
    const sent = typeof body === 'object' && body !== null ? Object.keys(body) : [...searchParams.keys()]
    const extra = found?.takes === null ? [] : sent.filter((name) => !found?.takes?.split(' ').includes(name))
    received.push({ call: found?.call ?? asked, path, query: decodeURIComponent(search), body })
    if (pathname.startsWith('/v2/') && (!found || extra.length > 0))
      beyond.push([asked, ...new Set(extra)].join(' '))
    const given = found ? answers[found.call] : pathname === '/config.json' ? served.config : undefined
    const status = given === undefined ? 404 : request.method === 'POST' ? 201 : 200
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(given === undefined ? 'not found' : JSON.stringify(given))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  // Tests of the console replace it.
  const realFetch = globalThis.fetch
  const served = {
    address,
    /** Its `/config.json`; undefined for none. */
    config: undefined as unknown,
    /** Answers by method and path, ids as stars: `GET /spaces/*`. */
    answers,
    /** Received requests in order. */
    received,
    /** Calls, parameters and fields that are not in the specifications. */
    beyond,
    request: async (path: string, init?: RequestInit) => realFetch(address + path, init),
  }
  return served
}
