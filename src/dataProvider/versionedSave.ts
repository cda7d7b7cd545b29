import { type ChangedSince, changedSinceSchema, etagOf } from '#contract/common'
import { ApiError, type RequestOptions } from './client'

/** What a save is based on: the record that somebody saw. */
export interface Based {
  /** Null of a server that does not count versions. */
  version: number | null
  /** What a save of the record as it was would send. */
  data: object
}

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

/** A value in one form: fields by name, and of a list of records, as tags are, the ids in order. */
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

/** Whether two values of a field are the same: tags in another order are. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

/** The header of a change that is made only if the record has this version; nothing of a server that does not count. */
export const conditionOf = (version: Based['version'] = null): RequestOptions['headers'] =>
  version === null ? undefined : { 'If-Match': etagOf(version) }

/**
 * How a save is sent: only what differs from what it is based on, and only if nobody has changed the record meanwhile. To a
 * server that does not count versions the whole object goes, for its changes may replace.
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

/** What somebody else changed, where a change was refused for that; null for any other error. */
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

/** How often a change is made again; a server that refuses it so often does not count versions as it says. */
const TRIES = 10

/**
 * Makes a change of what it reads itself, once more whenever somebody else has changed that meanwhile.
 * Errors: those of the change, also where somebody else has always been first.
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
