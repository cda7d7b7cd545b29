/** Last words of keys whose values always differ. */
const COUNTERS = new Set(['id', 'ids', 'uuid', 'uuids', 'seq', 'sequence', 'timestamp', 'timestamps'])
/** Last words of keys that may hold a time; durations and settings are excluded. */
const TIMES = new Set(['at', 'time', 'times', 'date', 'datetime', 'ts'])

const ISO_TIME = /^"\d{4}-\d\d-\d\d([T ]\d\d:\d\d[^"]*)?"$/
const UNIX_TIME = /^[1-4]\d{9}(\d{3})?(\.\d+)?$/

/** The last word of a key in snake_case, kebab-case or camelCase, in lower case. */
export const lastWord = (key: string) =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z\d]+/)
    .findLast((word) => word !== '')
    ?.toLowerCase() ?? ''

/**
 * Whether a value differs in every message: an id, a sequence number or a time. The key decides; a time must also look
 * like one (ISO, or Unix seconds or milliseconds).
 * @param value as JSON text
 */
export function isVolatile(key: string, value: string): boolean {
  const word = lastWord(key)
  return COUNTERS.has(word) || (TIMES.has(word) && (ISO_TIME.test(value) || UNIX_TIME.test(value)))
}
