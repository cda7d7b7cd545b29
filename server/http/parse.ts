import type { Context } from 'hono'
import { z } from 'zod'
import { BATCH_HEADER } from '#contract/audit/capability'
import {
  type Access,
  type Endpoint,
  idSchema,
  UNKNOWN_FIELDS_HEADER,
  UNKNOWN_PARAMETERS_HEADER,
} from '#contract/common'
import { ApiError } from '../errors'
import type { IfMatch } from '../services/resources/version'
import { isStorable, NAME_SHOWN, parseJson, shownName, unstorable } from '../text'
import { checkFilter } from './filters'
import { withSources } from './sources'

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value, { error: describeIssue })
  if (success) return data
  throw new ApiError(400, sentenceOf(error, whole))
}

/** Most names in a header of an answer. */
const NAMED_MAX = 20

/** Names, in a header of the answer, the parts of a request that the call does not know. */
function reportUnknown(c: Context, header: string, unknown: string[]) {
  if (unknown.length === 0) return
  const names = unknown.slice(0, NAMED_MAX).map((key) => key.slice(0, NAME_SHOWN).replace(/[^!-~]|,/g, '?'))
  c.header(header, names.join(', '))
}

/**
 * Parses the query with the endpoint's schema. `name[]=a` and `name[0]=a` mean the same as `name=a`; an empty value counts as not given.
 * Unknown parameters are no error, as on other servers, unless the call would then be about more than was meant; a header of the answer
 * names them.
 * @throws ApiError 400
 */
export function parseQuery(endpoint: Endpoint, c: Context): unknown {
  const { query } = endpoint
  const given: Record<string, string | string[]> = {}
  const unknown: string[] = []
  for (const [key, values] of Object.entries(c.req.queries())) {
    const name = key.replace(/\[\d*\]$/, '')
    if (!query || !Object.hasOwn(query.shape, name)) {
      unknown.push(key)
      continue
    }
    if (!values.every(isStorable)) throw unstorable(name)
    const all = [given[name] ?? [], values].flat().filter((value) => value !== '')
    const [only] = all
    if (only !== undefined) given[name] = all.length > 1 ? all : only
  }
  reportUnknown(c, UNKNOWN_PARAMETERS_HEADER, unknown)
  for (const key of unknown) if (c.req.query(key) !== '') checkFilter(endpoint, key)
  if (!query) return undefined
  const { success, data, error } = query.safeParse(given, { error: describeIssue })
  if (success) return data
  const { code, path: [name, ...rest] = [] } = error.issues[0] ?? {}
  // A list is allowed if the error is in one of its items, or it has too many.
  if (rest.length === 0 && code !== 'too_big' && Array.isArray(given[String(name)]))
    throw new ApiError(400, `${String(name)} can be given only once`)
  throw new ApiError(400, sentenceOf(error, 'the query'))
}

/** An entity tag, weak or strong. RFC 9110, section 8.8.3. */
const ETAG = /(?:W\/)?"[!\x23-\x7e\x80-\xff]*"/.source
const ETAGS = new RegExp(`^(?:[ \\t,]*${ETAG}[ \\t]*(?=,|$))+[ \\t,]*$`)

/**
 * The entity tags of a change, one of which must be the record's; null if any will do. A weak one never matches. RFC 9110, section 13.1.1.
 * @throws ApiError 400
 */
export function parseIfMatch({ isConditional }: Endpoint, c: Context): IfMatch {
  const given = c.req.header('if-match')?.trim()
  if (!isConditional || given === undefined || given === '*') return null
  if (!ETAGS.test(given)) throw new ApiError(400, 'the header If-Match must be * or a list of ETags')
  return given.match(new RegExp(ETAG, 'g')) ?? []
}

/** Whether a call must identify its caller as a person or a key. */
export const isIdentified = (access: Access): boolean =>
  access !== 'public' && access !== 'device' && access !== 'guest'

/** Whether a call leaves an entry in the audit log that can belong to a batch. */
export const isOfBatch = ({ audit, access }: Endpoint): boolean => Boolean(audit) && isIdentified(access)

/**
 * The batch that a change belongs to; null without one.
 * @throws ApiError 400
 */
export function parseBatch(endpoint: Endpoint, c: Context): string | null {
  const given = c.req.header(BATCH_HEADER)?.trim()
  if (given === undefined || !isOfBatch(endpoint)) return null
  if (!idSchema.safeParse(given).success) throw new ApiError(400, `the header ${BATCH_HEADER} must be a UUID`)
  return given.toLowerCase()
}

/** Whether a call also works without a body. */
export const isBodyOptional = (body: z.ZodType): boolean => body.safeParse(undefined).success

/**
 * Parses the body with the endpoint's schema. A missing or empty optional body is undefined.
 * @throws ApiError 400, 415
 */
export async function parseBody(endpoint: Endpoint, c: Context): Promise<unknown> {
  const { body } = endpoint
  if (!body) return undefined
  const bytes = isBodyOptional(body) ? await c.req.arrayBuffer() : null
  if (bytes?.byteLength === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError(415, 'the content type must be application/json')
  const text = utf8(bytes ?? (await c.req.arrayBuffer()))
  const value = parseJson(text, 'the body')
  reportUnknown(c, UNKNOWN_FIELDS_HEADER, unknownFields(endpoint, value))
  return withSources(endpoint, check(body, value, 'the body'), text)
}

/** The first fields of a body that neither the call knows nor its answer, which clients send back whole. */
function unknownFields({ body, answer }: Endpoint, value: unknown): string[] {
  const unknown: string[] = []
  if (!(body instanceof z.ZodObject) || body.def.catchall) return unknown
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unknown
  const answered = answer instanceof z.ZodObject ? answer.shape : {}
  for (const key in value) {
    if (!Object.hasOwn(body.shape, key) && !Object.hasOwn(answered, key)) unknown.push(key)
    if (unknown.length === NAMED_MAX) break
  }
  return unknown
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: ArrayBuffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError(400, 'the body is not valid UTF-8')
  }
}

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object of names and values',
}

/** Describes the fault of a value if its schema has no message for it. */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'has a wrong form'
    case 'too_small':
      return `must ${bound('at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `must ${bound('at most', issue.maximum, issue.origin)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return ['guid', 'uuid'].includes(issue.format) ? 'must be an id' : 'has a wrong form'
    case 'unrecognized_keys':
      return `must not have the field ${shownName(issue.keys[0] ?? '')}`
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'has a wrong form'
  }
}

function bound(relation: string, limit: number | bigint, origin: string) {
  if (origin === 'string') return `have ${relation} ${limit} characters`
  return origin === 'array' ? `have ${relation} ${limit} entries` : `be ${relation} ${limit}`
}

/** Most fields that one sentence names. */
const WRONG_MAX = 10

/**
 * Names each wrong field and its first fault: `name is required; tags[0].id must be an id`. A list is one field. `whole` names the value
 * itself.
 */
function sentenceOf(error: z.ZodError, whole: string): string {
  const sentences = new Map<string, string>()
  for (const issue of error.issues) {
    const list = issue.path.findIndex((key) => typeof key === 'number')
    const field = fieldName(list < 0 ? issue.path : issue.path.slice(0, list))
    const nested = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined
    if (!sentences.has(field))
      sentences.set(field, `${fieldName(issue.path) || whole} ${nested ?? issue.message}`)
    if (sentences.size === WRONG_MAX) break
  }
  return [...sentences.values()].join('; ') || `${whole} has a wrong form`
}

const fieldName = (path: PropertyKey[]) =>
  path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${shownName(String(key))}`))
    .join('')
