import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object of names and values',
}

/** Says what is wrong with a value when its schema does not say so itself. */
export function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'has a wrong form'
    case 'too_small':
      return `must ${bound('at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `must ${bound('at most', issue.maximum, issue.origin)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return ['guid', 'uuid'].includes(issue.format) ? 'must be an id' : 'has a wrong form'
    case 'unrecognized_keys':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'has a wrong form'
  }
}

function bound(relation: string, limit: number | bigint, origin: string) {
  if (origin === 'string') return `have ${relation} ${limit} characters`
  return origin === 'array' ? `have ${relation} ${limit} entries` : `be ${relation} ${limit}`
}

/** One sentence that names the first wrong field: `tags[0].id must be an id`. `whole` names the value itself. */
export function sentenceOf(error: z.ZodError, whole: string): string {
  const issue = error.issues[0]
  if (!issue) return `${whole} has a wrong form`
  const nested = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined
  return `${fieldName(issue.path) || whole} ${nested ?? issue.message}`
}

const fieldName = (path: PropertyKey[]) =>
  path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${shown(String(key))}`))
    .join('')

/** A field's name may come from the caller (labels): short, and without line breaks. */
const shown = (key: string) => key.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '?').slice(0, 60)
