import { z } from 'zod'

/** Methods that a connector can send with; the first is the default. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Headers that the server writes itself. */
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|webhook-(id|timestamp|signature))$/i
// RFC 9110: a token, and a value of visible characters, spaces and tabs.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

const valueSchema = z
  .union([z.string(), z.number(), z.boolean()], 'must be a text')
  .transform(String)
  .pipe(z.string().regex(HEADER_VALUE, 'holds a character that no header can hold'))

const headerSchema = z
  .record(z.string(), valueSchema)
  .superRefine((header, context) => {
    for (const name of Object.keys(header)) {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [name], message })
      if (!HEADER_NAME.test(name)) refuse('is no name of a header')
      if (RESERVED.test(name)) refuse('is a header that the server writes itself')
    }
  })
  .nullish()

const returnSchema = z.object(
  {
    method: z
      .string()
      .toUpperCase()
      .pipe(z.enum(METHODS, `must be one of ${METHODS.join(', ')}`))
      .default(METHODS[0]),
    url: z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }),
    header: headerSchema,
    data: z.unknown().optional(),
    body: z.unknown().optional(),
  },
  'main(job) must return an object { method, url, header, data } or null',
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

function sentenceOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? ''
  return path ? `${path} ${issue?.message}` : (issue?.message ?? '')
}

/**
 * The request that a connector's function asks for: null when it returned nothing, which cancels the delivery, or a
 * sentence that says what is wrong with it. `data` (or `body`) is sent as it is when it is a text, else as JSON.
 * Facts, "The connector job".
 * @param returned JSON text of what the function returned
 */
export function requestOf(returned: string): WebhookRequest | null | { error: string } {
  const value: unknown = JSON.parse(returned)
  if (value === null) return null
  const { success, data: parts, error } = returnSchema.safeParse(value)
  if (!success) return { error: sentenceOf(error) }
  const { method, url } = parts
  const content = parts.data ?? parts.body ?? null
  if (content !== null && (method === 'GET' || method === 'HEAD'))
    return { error: `data cannot be sent with ${method}` }
  const body = bodyOf(content)
  if (body === undefined) return { error: 'data is nested too deeply' }
  const header = { ...parts.header }
  if (content !== null && typeof content !== 'string' && !hasHeader(header, 'content-type'))
    header['Content-Type'] = 'application/json'
  return { method, url, header, body }
}
