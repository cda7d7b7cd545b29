// Without zod, because the sandbox's worker also loads it.
import { type Digits, digitsOf, excessOf, JSON_MAX, withDigits } from '../../common'
import { isObject } from '../../common/object'
import { type Failure, failureFor } from '../../deliveries/failure'
import type { FailureCode } from '../../deliveries/failureCodes'

/** Limits of a function's return value, as JSON. The sandbox limits its size. */
export const RETURNED_MAX = { levels: 1000, marks: JSON_MAX.marks }

/** Most headers of a request. */
export const HEADERS_MAX = 100
/** Most characters of all names and values of a request's headers. */
export const HEADERS_MAX_LENGTH = 16 * 1024

const EXCESSES = { levels: 'result_depth', marks: 'result_values' } as const satisfies Record<
  string,
  FailureCode
>

/** The names that a function returns, each with other accepted ones, which transformations of other vendors use. */
const NAMES = {
  webhook: { method: [], url: [], header: ['headers'], data: ['body'] },
  mqtt: { topic: [], qos: [], retain: [], data: ['payload', 'body'] },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>

/** How a connector sends what its function returns. */
export type Sending = keyof typeof NAMES

/** The type of a connector for sending; other types are those of other servers. */
export const sendingOf = ({ type }: { type: unknown }): Sending => (type === 'mqtt' ? 'mqtt' : 'webhook')

/** The names under which a function returns headers. */
export const HEADER_NAMES = ['header', ...NAMES.webhook.header] as const

const namesOf = (sending: Sending) => Object.entries<readonly string[]>(NAMES[sending])

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Members of a JSON object; null if the text is not one. */
function membersOf(json: string): Map<string, unknown> | null {
  const value: unknown = JSON.parse(json)
  return isObject(value) ? new Map(Object.entries(value)) : null
}

/** The failure if a function returned no object at all. */
const NONE = { webhook: 'request_none', mqtt: 'publish_none' } as const satisfies Record<Sending, FailureCode>

/** The return value of a function, taken apart and unchecked, but small: whatever may be long is a text. */
export interface Taken {
  /** Under the documented names. A list or an object where none is allowed is reduced to its type. */
  parts: Readonly<Record<string, unknown>>
  /** The content to send: a text as it is, or JSON. Null if there is none. */
  content: string | null
  isJson: boolean
}

const shortened = (value: unknown): unknown => (Array.isArray(value) ? [] : isObject(value) ? {} : value)

/** Returns headers whose values are neither lists nor objects, or the limit that they exceed. */
function takeHeader(header: unknown, digits: Digits): FailureCode | { header: unknown } {
  if (!isObject(header) && !Array.isArray(header)) return { header }
  const entries = Object.entries(header)
  if (entries.length > HEADERS_MAX) return 'header_count'
  // Values that are not texts are short, or refused.
  const lengths = entries.map(([name, value]) => name.length + (typeof value === 'string' ? value.length : 0))
  if (lengths.reduce((sum, length) => sum + length, 0) > HEADERS_MAX_LENGTH) return 'header_size'
  if (Array.isArray(header)) return { header: [] }
  const headerText = (value: unknown) =>
    typeof value === 'number' ? withDigits(String(value), digits) : shortened(value)
  return { header: Object.fromEntries(entries.map(([name, value]) => [name, headerText(value)])) }
}

/**
 * Takes apart the return value of a function. It may take long, as there may be very many names.
 * @param json JSON text
 * @returns null if it returned nothing; the code of the failure if it is invalid
 */
export function takeApart(json: string, sending: Sending): Taken | null | FailureCode {
  if (json === 'null') return null
  const excess = excessOf(json, RETURNED_MAX)
  if (excess) return EXCESSES[excess]
  const members = membersOf(json)
  if (!members) return NONE[sending]
  const parts = new Map(
    namesOf(sending).map(([name, others]): [string, unknown] => {
      const given = [name, ...others].find((each) => isGiven(members.get(each)))
      return [name, members.get(given ?? name)]
    }),
  )
  const digits = digitsOf(json)
  const header = takeHeader(parts.get('header'), digits)
  if (typeof header === 'string') return header
  const data = parts.get('data') ?? null
  parts.delete('data')
  const isJson = data !== null && typeof data !== 'string'
  const small = Array.from(parts, ([name, value]): [string, unknown] => [name, shortened(value)])
  return {
    parts: { ...Object.fromEntries(small), ...header },
    content: isJson ? withDigits(JSON.stringify(data), digits) : data,
    isJson,
  }
}

/** Details of failures that are always the same. */
const DETAILS: Partial<Record<FailureCode, number>> = {
  header_count: HEADERS_MAX,
  header_size: HEADERS_MAX_LENGTH / 1024,
  result_depth: RETURNED_MAX.levels,
  result_values: RETURNED_MAX.marks,
}

/** The failure of a code that `takeApart` returned. */
export const failureOfTaken = (code: FailureCode): Failure => failureFor(code, DETAILS[code])

/** Returned names that have no effect, because they are unknown or another name replaces them. */
export interface Ignored {
  unknown: readonly string[]
  replaced: readonly { name: string; by: string }[]
}

/** The names in a returned object that have no effect, for the preview. @param json JSON text */
export function ignoredOf(json: string, sending: Sending): Ignored {
  const members = (excessOf(json, RETURNED_MAX) === null && membersOf(json)) || new Map<string, unknown>()
  const known = new Set(namesOf(sending).flat(2))
  const replaced = namesOf(sending).flatMap(([name, others]) => {
    const [by, ...later] = [name, ...others].filter((each) => isGiven(members.get(each)))
    return by === undefined ? [] : later.map((each) => ({ name: each, by }))
  })
  return { unknown: [...members.keys()].filter((name) => !known.has(name)), replaced }
}
