import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import { ApiError } from '../errors'
import { isStorable, parseJson, unstorable } from '../text'
import { describeIssue, sentenceOf } from './sentence'

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value, { error: describeIssue })
  if (success) return data
  throw new ApiError(400, sentenceOf(error, whole))
}

/**
 * The query by the endpoint's schema. `name[]=a` means the same as `name=a`.
 * @throws ApiError 400
 */
export function parseQuery({ query }: Endpoint, c: Context): unknown {
  if (!query) return undefined
  const given: Record<string, string | string[]> = {}
  for (const [key, values] of Object.entries(c.req.queries())) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    if (!Object.hasOwn(query.shape, name)) continue
    if (!values.every(isStorable)) throw unstorable(name)
    const all = [given[name] ?? [], values].flat()
    const [only = ''] = all
    given[name] = all.length > 1 ? all : only
  }
  return check(query, given, 'the query')
}

/**
 * The body by the endpoint's schema.
 * @throws ApiError 400, 415
 */
export async function parseBody({ body }: Endpoint, c: Context): Promise<unknown> {
  if (!body) return undefined
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError(415, 'the content type must be application/json')
  return check(body, parseJson(await c.req.text(), 'the body'), 'the body')
}
