import { excessOf, JSON_MAX } from '../common'
import { type Failure, failureFor } from './failure'
import type { FailureCode } from './failureCodes'

/** Limits of what a function returns, as JSON. The sandbox limits its size. */
export const RETURNED_MAX = { levels: 1000, marks: JSON_MAX.marks }

const EXCESSES = { levels: 'result_depth', marks: 'result_values' } as const satisfies Record<
  string,
  FailureCode
>

/** The names that a function returns, each with other accepted ones, which transformations of other vendors use. */
const NAMES = {
  webhook: { method: [], url: [], header: ['headers'], data: ['body'] },
  mqtt: { topic: [], qos: [], retain: [], data: ['payload', 'body'] },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>

/** What a connector does with what its function returns. */
export type Sending = keyof typeof NAMES

/** The type of a connector as far as it sends; the other types are those of other servers. */
export const sendingOf = ({ type }: { type: unknown }): Sending => (type === 'mqtt' ? 'mqtt' : 'webhook')

/** The names under which a function returns headers. */
export const HEADER_NAMES = ['header', ...NAMES.webhook.header] as const

const namesOf = (sending: Sending) => Object.entries<readonly string[]>(NAMES[sending])

/** What a function returned, under the documented names, unchecked. */
export type Parts<Of extends Sending> = Record<keyof (typeof NAMES)[Of], unknown>

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Members of a JSON object; null when the text is not one. */
function membersOf(json: string): Map<string, unknown> | null {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null
}

/** What is wrong where a function returned no object at all. */
const NONE = { webhook: 'request_none', mqtt: 'publish_none' } as const satisfies Record<Sending, FailureCode>

/**
 * Takes apart what a function returned.
 * @param json JSON text
 * @returns null when it returned nothing; the code of what is wrong with it
 */
export function partsOf<Of extends Sending>(json: string, sending: Of): Parts<Of> | null | FailureCode {
  if (json === 'null') return null
  const excess = excessOf(json, RETURNED_MAX)
  if (excess) return EXCESSES[excess]
  const members = membersOf(json)
  if (!members) return NONE[sending]
  const parts = namesOf(sending).map(([name, others]) => {
    const given = [name, ...others].find((each) => isGiven(members.get(each)))
    return [name, given === undefined ? members.get(name) : members.get(given)]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the names
  return Object.fromEntries(parts) as Parts<Of>
}

/** What a failure is about, where that is always the same. */
const DETAILS: Partial<Record<FailureCode, number>> = {
  result_depth: RETURNED_MAX.levels,
  result_values: RETURNED_MAX.marks,
}

/** The failure of a code that `partsOf` returned. */
export const failureOfParts = (code: FailureCode): Failure => failureFor(code, DETAILS[code])

/** Returned names that have no effect, because they are unknown or another name replaces them. */
export interface Ignored {
  unknown: readonly string[]
  replaced: readonly { name: string; by: string }[]
}

/** Which names of a returned object have no effect, for the preview. @param json JSON text */
export function ignoredOf(json: string, sending: Sending): Ignored {
  const members = (excessOf(json, RETURNED_MAX) === null && membersOf(json)) || new Map<string, unknown>()
  const known = new Set(namesOf(sending).flat(2))
  const replaced = namesOf(sending).flatMap(([name, others]) => {
    const [by, ...later] = [name, ...others].filter((each) => isGiven(members.get(each)))
    return by === undefined ? [] : later.map((each) => ({ name: each, by }))
  })
  return { unknown: [...members.keys()].filter((name) => !known.has(name)), replaced }
}
