import { isObject } from '#contract/common'

const partText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(partText).join(', ')
  if (typeof value === 'string') return value
  if (!isObject(value)) return JSON.stringify(value)
  return typeof value.name === 'string' ? value.name : beforeText(value)
}

/** What a device had before, in one line: a firmware, or settings and fields by name. */
export function beforeText(before: unknown): string {
  if (before === null || before === undefined) return ''
  if (!isObject(before)) return partText(before)
  return Object.entries(before)
    .map(([name, value]) => `${name}: ${partText(value)}`)
    .join(', ')
}
