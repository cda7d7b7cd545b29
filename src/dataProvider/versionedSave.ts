import { type ChangedSince, changedSinceSchema, etagOf } from '#contract/common'
import { ApiError, type RequestOptions } from './client'

/** The record that a save is based on: as the person saw it. */
export interface Based {
  /** Null if the server does not count versions. */
  version: number | null
  /** What saving the unchanged record would send. */
  data: object
}

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

/** A value in canonical form: fields sorted by name, lists of records (such as tags) as sorted ids. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const ids = value.map(idOf)
    return ids.every((id) => id !== undefined) ? ids.map(String).toSorted() : value.map(canonical)
  }
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, canonical(item)])
}

/** Whether two values of a field are equal; the order of tags does not matter. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

/** The header that limits a change to this version of the record; undefined if the server does not count versions. */
export const conditionOf = (version: Based['version'] = null): RequestOptions['headers'] =>
  version === null ? undefined : { 'If-Match': etagOf(version) }

/**
 * How a save is sent: only changed fields, and only if nobody else has changed the record since. A server that does not
 * count versions gets the whole object, because its changes may replace records.
 */
export function saveOf<Data extends object>(
  data: Data,
  based?: Based,
): { body: Partial<Data>; headers?: RequestOptions['headers'] } {
  if (!based || based.version === null) return { body: data }
  const body: Partial<Data> = { ...data }
  const before = new Map<string, unknown>(Object.entries(based.data))
  for (const name in body) if (isSame(body[name], before.get(name))) delete body[name]
  return { body, headers: conditionOf(based.version) }
}

/** What somebody else changed, if that is why a change was refused; null for any other error. */
export function changedSinceOf(
  error: unknown,
): (Pick<ChangedSince, 'changes'> & Pick<Based, 'version'>) | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null
  try {
    return changedSinceSchema.parse(JSON.parse(error.body))
  } catch {
    return { version: null, changes: [] }
  }
}

/** Maximum number of attempts. A server that refuses more often does not count versions correctly. */
const TRIES = 10

/**
 * Makes a change that reads its record itself, and repeats it when somebody else has changed the record since.
 * Errors: those of the change, also if every attempt came too late.
 */
export async function onLatest<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await change()
    } catch (error) {
      if (tries === TRIES || !changedSinceOf(error)) throw error
    }
  }
}
