import type { Endpoint } from './endpoint'

/** Rows of a page, rows before it, and bytes of a body up to which a call is light. */
const LIGHT = { rows: 100, skipped: 1000, bytes: 64 * 1024 }

/** Parameters of lists that may read many rows for each one that they find. */
const SEARCHES = [
  'name',
  'serial_number',
  'comment',
  'state',
  'firmware',
  'configuration',
  'tag_id',
  'tag_ids',
  'text',
  'where',
  // Of messages and deliveries.
  'direction',
  'type',
  'down_state',
  'down_outcome',
  'outcome',
  'batch_id',
  'replay_id',
  // Of the audit log.
  'actor',
  'actor_id',
  'target',
  'action',
  'batch',
  // Of the trash.
  'resource',
]

/**
 * Whether a call may read, write or send much. A server runs fewer heavy than light calls of one caller at a time.
 * @param query the parsed query, if the call has one
 * @param bytes of the body
 */
export function isHeavy(endpoint: Pick<Endpoint, 'isHeavy'>, query: object, bytes: number): boolean {
  if (endpoint.isHeavy || bytes > LIGHT.bytes) return true
  const values = new Map<string, unknown>(Object.entries(query))
  const isMoreThan = (name: string, most: number) => {
    const value = values.get(name)
    return typeof value === 'number' && value > most
  }
  const sort = values.get('sort_by') ?? 'id'
  return (
    sort !== 'id' ||
    isMoreThan('limit', LIGHT.rows) ||
    isMoreThan('offset', LIGHT.skipped) ||
    SEARCHES.some((name) => values.get(name) !== undefined)
  )
}
