import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { OPERATION_IDS } from '#contract'
import { BATCH_HEADER } from '#contract/audit/capability'
import {
  type Access,
  CHANGED_SINCE,
  changedSinceSchema,
  type Endpoint,
  idSchema,
  JSON_MAX,
} from '#contract/common'
import { FILE_MAX_BYTES } from '#contract/deviceLog'
import { isOfMany } from './filters'
import { isBodyOptional, isIdentified, isOfBatch } from './parse'
import { takesGzip } from './unpack'

/** The security of the OpenAPI document. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  device: [],
  bearer: [{ bearer: [] }],
  bearerOrKey: [{ bearer: [] }, { key: [] }],
  key: [{ key: [] }],
  guest: [{ guest: [] }],
}

/** Whether a call answers with one record that has a version. */
export const hasVersion = ({ answer }: Endpoint) => answer instanceof z.ZodObject && 'version' in answer.shape

const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' as const } } },
})

const CONDITION = {
  'If-Match': z
    .string()
    .optional()
    .describe(
      'The ETag of the record that the change is based on, or several, or *; without it, whatever it is',
    ),
}

const BATCH = {
  [BATCH_HEADER]: idSchema
    .optional()
    .describe('An id of your own for the changes of one run: the audit log can list them as one'),
}

const ENCODING = {
  'Content-Encoding': z
    .enum(['gzip'])
    .optional()
    .describe('The body is compressed; unpacked it has at most 1 MB'),
}

/** The headers that a call takes. */
const headersOf = (endpoint: Endpoint) => ({
  ...(endpoint.isConditional && CONDITION),
  ...(isOfBatch(endpoint) && BATCH),
  ...(endpoint.body && takesGzip(endpoint) && ENCODING),
})

const FILE = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } }

function requestOf(endpoint: Endpoint): NonNullable<RouteConfig['request']> {
  const { params, query, body } = endpoint
  const headers = headersOf(endpoint)
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
    ...(body && {
      body: { required: !isBodyOptional(body), content: { 'application/json': { schema: body } } },
    }),
    ...(endpoint.takesFile && { body: { required: true, content: FILE } }),
  }
}

/** What a recent sign-in is needed for. */
const ONLY_FOR = {
  true: '',
  granting: ' (only where somebody gets to do what needs a recent sign-in)',
}

/** Why an identified caller is refused. */
const deniedBecause = ({ permission, isCritical, isOfEverybody }: Endpoint) =>
  `The caller ${[
    ...(permission ? ['lacks the permission'] : []),
    'is not verified',
    ...(isOfEverybody ? [] : ['has not set up the second factor that this server requires']),
    ...(isCritical ? [`is a person who did not sign in within 15 minutes${ONLY_FOR[`${isCritical}`]}`] : []),
  ].join(', or ')}`

const BODY_BOUNDS = `; or the body has more than ${JSON_MAX.levels} levels of lists and objects, or ${JSON_MAX.marks} commas and opening brackets`

const ETAG_HEADER = {
  ETag: { description: 'The version of the record, for If-Match', schema: { type: 'string' as const } },
}

const AGAIN = 'the header Retry-After says when to try again'

const NO_BATCH = `the header ${BATCH_HEADER} is no UUID`

/** The answers: success, and the possible failures. */
function responsesOf(endpoint: Endpoint): RouteConfig['responses'] {
  const { status, answer, access, params, query, body, isConditional, failures = {} } = endpoint
  const responses: RouteConfig['responses'] = {
    [status]: answer
      ? {
          description: 'Success',
          content: { 'application/json': { schema: answer } },
          ...(hasVersion(endpoint) && { headers: ETAG_HEADER }),
        }
      : { description: 'Success', ...(endpoint.answersFile && { content: FILE }) },
  }
  if (query || body)
    responses[400] = text(
      `A sentence that names the invalid field, or up to 10 of them, separated by \`; \`${body ? BODY_BOUNDS : ''}`,
    )
  else if (isOfMany(endpoint))
    responses[400] = text('A sentence that names a filter, of which the call has none')
  else if (isConditional) responses[400] = text(`The header If-Match is no list of ETags, or ${NO_BATCH}`)
  else if (isOfBatch(endpoint)) responses[400] = text(`T${NO_BATCH.slice(1)}`)
  if (isIdentified(access)) {
    responses[401] = text('The token or key is missing, wrong, expired or revoked')
    responses[403] = text(deniedBecause(endpoint))
  }
  if (access === 'public' && body) {
    responses[401] = text('The credentials are wrong')
  }
  if (params) responses[404] = text('Not found, or not visible to the caller')
  if (isConditional)
    responses[412] = {
      description: `With If-Match: ${CHANGED_SINCE}`,
      content: { 'application/json': { schema: changedSinceSchema } },
      headers: ETAG_HEADER,
    }
  if (endpoint.takesFile) {
    responses[408] = text('The request did not arrive in time')
    responses[413] = text(`The file is larger than ${FILE_MAX_BYTES / 1024 / 1024} MB`)
  }
  if (body) {
    responses[408] = text('The request did not arrive in time')
    responses[413] = text('The body is larger than 1 MB')
    responses[415] = text(
      `The content type is not application/json, or the body is compressed${takesGzip(endpoint) ? ' by other means than gzip' : ''}`,
    )
  }
  for (const [code, meaning] of Object.entries(failures)) {
    if (meaning === null) delete responses[code]
    else responses[code] = text(meaning)
  }
  const tooMany = failures[429] ?? (access === 'public' && body ? 'Too many attempts' : undefined)
  responses[429] = text(`${tooMany ? `${tooMany}, or too` : 'Too'} many calls at a time; ${AGAIN}`)
  responses[503] = text(`The database is away, or the server is busy; ${AGAIN}`)
  return responses
}

/** The call in the OpenAPI document. */
export const routeOf = (endpoint: Endpoint) =>
  createRoute({
    method: endpoint.method,
    path: endpoint.path,
    operationId: OPERATION_IDS.get(endpoint),
    summary: endpoint.summary,
    ...(endpoint.permission && {
      description: `Permission: ${[endpoint.permission].flat().join(' or ')}`,
    }),
    tags: [endpoint.tag],
    request: requestOf(endpoint),
    responses: responsesOf(endpoint),
    security: SECURITY[endpoint.access],
  })
