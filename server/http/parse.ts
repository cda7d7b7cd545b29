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
  const { success, data, error } = query.safeParse(given, { error: describeIssue })
  if (success) return data
  const [name, ...rest] = error.issues[0]?.path ?? []
  // Of a list it is an entry that is wrong.
  if (rest.length === 0 && Array.isArray(given[String(name)]))
    throw new ApiError(400, `${String(name)} can be given only once`)
  throw new ApiError(400, sentenceOf(error, 'the query'))
}

/**
 * The body by the endpoint's schema.
 * @throws ApiError 400, 415
 */
export async function parseBody({ body }: Endpoint, c: Context): Promise<unknown> {
  if (!body) return undefined
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError(415, 'the content type must be application/json')
  return check(body, parseJson(utf8(await c.req.arrayBuffer()), 'the body'), 'the body')
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: ArrayBuffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError(400, 'the body is not valid UTF-8')
  }
}
