import type { RouteConfig } from '@hono/zod-openapi'
import type { Endpoint } from '#contract/common'

const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' as const } } },
})

/** The request part of the OpenAPI document. */
export const requestOf = ({ params, query, body }: Endpoint): NonNullable<RouteConfig['request']> => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
})

/** The answers in the OpenAPI document: the one of success, and the failures that the endpoint can have. */
export function responsesOf(endpoint: Endpoint): RouteConfig['responses'] {
  const { status, answer, access, permission, params, query, body, failures = {} } = endpoint
  const responses: RouteConfig['responses'] = {
    [status]: answer
      ? { description: 'Success', content: { 'application/json': { schema: answer } } }
      : { description: 'Success' },
  }
  if (query || body) responses[400] = text('A sentence that names the wrong field')
  if (access === 'bearer') responses[401] = text('The token is missing, wrong, expired or revoked')
  if (access === 'public' && body) {
    responses[401] = text('What should prove who the caller is, is wrong')
    responses[429] = text('Too many attempts; the header Retry-After says when to try again')
  }
  if (permission) responses[403] = text('The caller lacks the permission, or is not verified')
  if (params) responses[404] = text('There is no such thing, or the caller cannot see it')
  if (body) {
    responses[413] = text('The body is larger than 1 MB')
    responses[415] = text('The content type is not application/json')
  }
  responses[503] = text('The database is away; the header Retry-After says when to try again')
  for (const [code, meaning] of Object.entries(failures)) responses[code] = text(meaning)
  return responses
}
