import { excessOf, JSON_MAX } from '../common'
import type { FailureCode } from './failureCodes'

/** Limits of what a function returns, as JSON. The sandbox limits its size. */
export const RETURNED_MAX = { levels: 1000, marks: JSON_MAX.marks }

const EXCESSES = { levels: 'result_depth', marks: 'result_values' } as const satisfies Record<
  string,
  FailureCode
>

/** Other accepted names, which transformations of other vendors use. */
const OTHER_NAMES = { header: 'headers', data: 'body' } as const
/** The names under which a function returns headers. */
export const HEADER_NAMES = ['header', OTHER_NAMES.header] as const
const KNOWN = new Set(['method', 'url', ...Object.entries(OTHER_NAMES).flat()])

/** What a function returned, under the documented names, unchecked. */
export type Parts = Record<'method' | 'url' | 'header' | 'data', unknown>

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Members of a JSON object; null when the text is not one. */
function membersOf(json: string): Map<string, unknown> | null {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null
}

/**
 * Takes apart what a function returned.
 * @param json JSON text
 * @returns null when it returned nothing; the code of what is wrong with it
 */
export function partsOf(json: string): Parts | null | FailureCode {
  if (json === 'null') return null
  const excess = excessOf(json, RETURNED_MAX)
  if (excess) return EXCESSES[excess]
  const members = membersOf(json)
  if (!members) return 'request_none'
  const either = (name: keyof typeof OTHER_NAMES) => {
    const value = members.get(name)
    return isGiven(value) ? value : members.get(OTHER_NAMES[name])
  }
  return {
    method: members.get('method'),
    url: members.get('url'),
    header: either('header'),
    data: either('data'),
  }
}

/** Returned names that have no effect, because they are unknown or another name replaces them. */
export interface Ignored {
  unknown: readonly string[]
  replaced: readonly { name: string; by: string }[]
}

/** Which names of a returned object have no effect, for the preview. @param json JSON text */
export function ignoredOf(json: string): Ignored {
  const members = (excessOf(json, RETURNED_MAX) === null && membersOf(json)) || new Map<string, unknown>()
  const replaced = Object.entries(OTHER_NAMES).map(([by, name]) => ({ name, by }))
  return {
    unknown: [...members.keys()].filter((name) => !KNOWN.has(name)),
    replaced: replaced.filter((names) => Object.values(names).every((name) => isGiven(members.get(name)))),
  }
}
