import { z } from 'zod'
import { byteLength } from '../../common/index'
import { type Failure, failureFor } from '../../deliveries/failure'
import { FAILURE_CODES, type FailureCode } from '../../deliveries/failureCodes'
import { failureOfTaken, type Taken, takeApart } from './returned'

/** Methods that a connector can send with; the first is the default. */
const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Longest address, in bytes of UTF-8. It is checked first, because parsing a long host name takes seconds. */
export const URL_MAX_BYTES = 8 * 1024

/** Headers that the server writes itself. */
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|webhook-(id|timestamp|signature|test|repeats))$/i
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

const requestSchema = z.object({
  method: z
    .string('request_method' satisfies FailureCode)
    .toUpperCase()
    .pipe(z.enum(METHODS, 'request_method' satisfies FailureCode))
    .default(METHODS[0]),
  url: z
    .string('request_url' satisfies FailureCode)
    .refine((url) => byteLength(url) <= URL_MAX_BYTES, 'url_size' satisfies FailureCode)
    // Browsers and Node differ in hosts with characters that no host can have: some write them as %20.
    .pipe(z.url({ protocol: /^https?$/, hostname: /^[^%*]+$/, error: 'request_url' satisfies FailureCode })),
  header: headerSchema,
})

/** The request to the receiver, before the headers that the server adds. */
export interface WebhookRequest {
  method: (typeof METHODS)[number]
  url: string
  header: Record<string, string>
  /** Null if there is none. */
  body: string | null
}

const hasHeader = (header: Record<string, string>, name: string) =>
  Object.keys(header).some((key) => key.toLowerCase() === name)

/** Details of failures that are always the same. */
const DETAILS: Partial<Record<FailureCode, string | number>> = {
  request_method: METHODS.join(', '),
  url_size: URL_MAX_BYTES / 1024,
}

const failed = (code: FailureCode): Failure => failureFor(code, DETAILS[code])

function failureOf({ issues: [issue] }: z.ZodError): Failure {
  const code = FAILURE_CODES.find((known) => known === issue?.message) ?? 'request_none'
  const [, header] = issue?.path ?? []
  return header === undefined ? failed(code) : failureFor(code, DETAILS[code] ?? String(header))
}

/** The name that a record of zod drops. */
const DROPPED = '__proto__'
const isDropped = (header: unknown) =>
  typeof header === 'object' && header !== null && Object.hasOwn(header, DROPPED)

/** The request that a connector's function asks for, as `requestOf`, from its return value taken apart. */
export function requestFrom(taken: Taken | null | FailureCode): WebhookRequest | null | Failure {
  if (taken === null) return null
  if (typeof taken === 'string') return failureOfTaken(taken)
  const { parts, content, isJson } = taken
  if (isDropped(parts.header)) return failureFor('header_name', DROPPED)
  const { success, data: request, error } = requestSchema.safeParse(parts)
  if (!success) return failureOf(error)
  const { method, url } = request
  if (content !== null && (method === 'GET' || method === 'HEAD')) return failureFor('data_method', method)
  const header = { ...request.header }
  if (isJson && !hasHeader(header, 'content-type')) header['Content-Type'] = 'application/json'
  return { method, url, header, body: content }
}

/**
 * The request that a connector's function asks for: null if it returned nothing, which cancels the delivery, or the failure of an invalid
 * one. `data` is sent as it is if it is a text, otherwise as JSON. `headers` is accepted for `header`, and `body` for `data`. Rules, "The
 * connector job".
 * @param returned JSON text of what the function returned
 */
export const requestOf = (returned: string): WebhookRequest | null | Failure =>
  requestFrom(takeApart(returned, 'webhook'))
