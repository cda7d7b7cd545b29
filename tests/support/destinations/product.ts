import type { z } from 'zod'
import type { Received } from '../receiver'

/** A request to a product. */
export type Seen = Pick<Received, 'method' | 'path' | 'body'> & {
  headers: Record<string, string | undefined>
}

/** Answer of a product. */
export interface Answered {
  status: number
  body: string
  location?: string
}

/** A product that accepts messages, as documented. */
export interface Product {
  /** Values of its form; an address is below that of the receiver. */
  filled: (server: string) => Record<string, string>
  /** Value of its variable. */
  secret: (server: string) => string
  answer: (seen: Seen) => Answered
}

export const TOKEN = 'token-of-the-test'

export const refuse = (status: number, body: string): Answered => ({ status, body })

/** The parsed body; undefined when it is not JSON. */
function jsonOf({ body }: Seen): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Fault of a value by the schema; null for none. */
const against = (schema: z.ZodType, value: unknown): string | null => {
  const { error } = schema.safeParse(value)
  return error ? JSON.stringify(error.issues) : null
}

const isJson = ({ headers }: Seen) => /^application\/json\b/.test(headers['content-type'] ?? '')
const sizeOf = ({ body }: Seen) => Buffer.byteLength(body)

/** A product that accepts JSON by POST at one path. */
export function takesJson({
  path,
  max,
  check = () => null,
  schema,
  tooLarge = 413,
  success,
}: {
  path: RegExp
  /** Most bytes of a body. */
  max: number
  /** Refusal before the body is read. */
  check?: (seen: Seen) => Answered | null
  schema: z.ZodType
  tooLarge?: number
  success: Answered
}): Product['answer'] {
  return (seen) => {
    if (!path.test(seen.path)) return refuse(404, 'not found')
    if (seen.method !== 'POST') return refuse(405, 'method not allowed')
    const refused = check(seen)
    if (refused) return refused
    if (sizeOf(seen) > max) return refuse(tooLarge, 'too large')
    if (!isJson(seen)) return refuse(415, 'not JSON')
    const wrong = against(schema, jsonOf(seen))
    return wrong === null ? success : refuse(400, wrong)
  }
}
