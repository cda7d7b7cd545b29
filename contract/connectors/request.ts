import { z } from 'zod'
import { FAILURE_CODES, type Failure, type FailureCode, failureFor } from './failure'

/** Methods that a connector can send with; the first is the default. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'] as const

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

const headerSchema = z
  .record(z.string(), valueSchema, 'request_header' satisfies FailureCode)
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
    // Browsers and Node differ in hosts with characters that no host can have: some write them as %20.
    url: z.url({ protocol: /^https?$/, hostname: /^[^%*]+$/, error: 'request_url' satisfies FailureCode }),
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

function failureOf({ issues: [issue] }: z.ZodError): Failure {
  const code = FAILURE_CODES.find((known) => known === issue?.message) ?? 'request_none'
  if (code === 'request_method') return failureFor(code, METHODS.join(', '))
  const [, header] = issue?.path ?? []
  return failureFor(code, header === undefined ? null : String(header))
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
