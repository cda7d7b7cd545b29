import { z } from 'zod'
import { byteLength } from '../common'
import { FAILURE_CODES, type Failure, type FailureCode, failureFor } from './failure'

/** Methods that a connector can send with; the first is the default. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Longest address, in bytes of UTF-8. It is checked first, because parsing a long host name takes seconds. */
export const URL_MAX_BYTES = 8 * 1024
/** Most headers of a request. */
export const HEADERS_MAX = 100
/** Longest headers of a request: the characters of all names and values. */
export const HEADERS_MAX_LENGTH = 16 * 1024

/** Headers that the server writes itself. */
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|webhook-(id|timestamp|signature))$/i
// RFC 9110: a token, and a value of visible characters, spaces and tabs.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

// The message of each issue is the code of its reason.
const valueSchema = z
  .union([z.string(), z.number(), z.boolean()], 'header_type' satisfies FailureCode)
  .transform(String)
  .pipe(z.string().regex(HEADER_VALUE, 'header_character' satisfies FailureCode))

/** Characters of all names and texts; other values are short, or refused. */
const lengthOf = (header: Record<string, unknown>) =>
  Object.entries(header).reduce(
    (length, [name, value]) => length + name.length + (typeof value === 'string' ? value.length : 0),
    0,
  )

const headerSchema = z
  .record(z.string(), z.unknown(), 'request_header' satisfies FailureCode)
  .refine((header) => Object.keys(header).length <= HEADERS_MAX, 'header_count' satisfies FailureCode)
  .refine((header) => lengthOf(header) <= HEADERS_MAX_LENGTH, 'header_size' satisfies FailureCode)
  .pipe(z.record(z.string(), valueSchema))
  .superRefine((header, context) => {
    for (const name of Object.keys(header)) {
      const refuse = (message: FailureCode) => context.addIssue({ code: 'custom', path: [name], message })
      if (!HEADER_NAME.test(name)) refuse('header_name')
      if (RESERVED.test(name)) refuse('header_reserved')
    }
  })
  .nullish()

const returnSchema = z.object(
  {
    method: z
      .string('request_method' satisfies FailureCode)
      .toUpperCase()
      .pipe(z.enum(METHODS, 'request_method' satisfies FailureCode))
      .default(METHODS[0]),
    url: z
      .string('request_url' satisfies FailureCode)
      .refine((url) => byteLength(url) <= URL_MAX_BYTES, 'url_size' satisfies FailureCode)
      // Browsers and Node differ in hosts with characters that no host can have: some write them as %20.
      .pipe(
        z.url({ protocol: /^https?$/, hostname: /^[^%*]+$/, error: 'request_url' satisfies FailureCode }),
      ),
    header: headerSchema,
    data: z.unknown().optional(),
    body: z.unknown().optional(),
  },
  'request_none' satisfies FailureCode,
)

/** What is sent to the receiver, before the headers that the server adds. */
export interface WebhookRequest {
  method: (typeof METHODS)[number]
  url: string
  header: Record<string, string>
  /** Null when nothing is sent. */
  body: string | null
}

const hasHeader = (header: Record<string, string>, name: string) =>
  Object.keys(header).some((key) => key.toLowerCase() === name)

/** What is sent of the content; undefined when it is nested more deeply than can be written. */
function bodyOf(content: unknown): string | null | undefined {
  if (content === null || typeof content === 'string') return content
  try {
    return JSON.stringify(content)
  } catch {
    return undefined
  }
}

/** What a failure is about, where that is always the same. */
const DETAILS: Partial<Record<FailureCode, string | number>> = {
  request_method: METHODS.join(', '),
  url_size: URL_MAX_BYTES / 1024,
  header_count: HEADERS_MAX,
  header_size: HEADERS_MAX_LENGTH / 1024,
}

function failureOf({ issues: [issue] }: z.ZodError): Failure {
  const code = FAILURE_CODES.find((known) => known === issue?.message) ?? 'request_none'
  const [, header] = issue?.path ?? []
  return failureFor(code, DETAILS[code] ?? (header === undefined ? null : String(header)))
}

/**
 * The request that a connector's function asks for: null when it returned nothing, which cancels the delivery, or what
 * is wrong with it. `data` (or `body`) is sent as it is when it is a text, else as JSON.
 * Facts, "The connector job".
 * @param returned JSON text of what the function returned
 */
export function requestOf(returned: string): WebhookRequest | null | Failure {
  const value: unknown = JSON.parse(returned)
  if (value === null) return null
  const { success, data: parts, error } = returnSchema.safeParse(value)
  if (!success) return failureOf(error)
  const { method, url } = parts
  const content = parts.data ?? parts.body ?? null
  if (content !== null && (method === 'GET' || method === 'HEAD')) return failureFor('data_method', method)
  const body = bodyOf(content)
  if (body === undefined) return failureFor('data_depth')
  const header = { ...parts.header }
  if (content !== null && typeof content !== 'string' && !hasHeader(header, 'content-type'))
    header['Content-Type'] = 'application/json'
  return { method, url, header, body }
}
