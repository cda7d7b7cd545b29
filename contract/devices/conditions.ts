import { z } from 'zod'
import { idSchema, PATH_MAX_LENGTH, TEXT_MAX_LENGTH } from '../common'

const TEXT_OPERATORS = ['is', 'contains', 'empty'] as const
const COMPARISONS = ['lt', 'le', 'gt', 'ge', 'is'] as const

/** What a condition can be about, and its operators; `label` and `value` have a name: of the label, or the path of a series. */
const CONDITION_FIELDS = {
  name: ['is', 'contains'],
  serial_number: ['is', 'contains'],
  external_id: TEXT_OPERATORS,
  comment: TEXT_OPERATORS,
  firmware: TEXT_OPERATORS,
  label: TEXT_OPERATORS,
  value: [...COMPARISONS, 'within', 'empty'],
  last_seen: ['within', 'empty'],
  tag: ['is', 'empty'],
} as const satisfies Record<string, readonly string[]>
export type ConditionField = keyof typeof CONDITION_FIELDS
export type Operator = (typeof CONDITION_FIELDS)[ConditionField][number]
export type TextField = Exclude<ConditionField, 'label' | 'value' | 'last_seen' | 'tag'>

/** A condition that a device meets or not. */
export interface Condition {
  field: ConditionField
  /** Of a label its name, of a value the path of its series; else empty. */
  key: string
  /** The devices that do not meet the rest, such as those without the value. */
  not: boolean
  operator: Operator
  /** What it compares with: a text, a number, a duration such as `2d`, the id of a tag; empty after `empty`. */
  value: string
}

const FIELDS = Object.keys(CONDITION_FIELDS)
const isField = (word: string): word is ConditionField => FIELDS.includes(word)
/** Whether conditions about a field name a label or a series. */
export const isNamed = (field: ConditionField): boolean => field === 'label' || field === 'value'
const operatorsOf = (field: ConditionField): readonly Operator[] => CONDITION_FIELDS[field]

/** A name as one word, or in quotation marks as JSON has it. */
const QUOTED = /^"(?:[^"\\]|\\.)*"(?=\s|$)/
const WORD = /^\S+/
const DURATION = /^([1-9]\d{0,3})([mhd])$/
const SECONDS = { m: 60, h: 3600, d: 86_400 } as const

/** Seconds of a duration such as `30m`, `12h` or `2d`; null for any other text. */
export function secondsOf(duration: string): number | null {
  const [, count, unit] = DURATION.exec(duration) ?? []
  return unit === 'm' || unit === 'h' || unit === 'd' ? Number(count) * SECONDS[unit] : null
}

/** The number that a value is compared with; `true` is 1 and `false` is 0, as in a series. Null for any other text. */
export function numberOf(text: string): number | null {
  if (text === 'true' || text === 'false') return Number(text === 'true')
  const number = /^[+-]?(\d|\.\d)/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** The fault of what a condition compares with. */
function valueFault({ field, operator, value }: Condition): string | undefined {
  if (operator === 'empty') return value === '' ? undefined : 'must end after empty'
  if (value === '') return `needs a value after ${operator}`
  if (operator === 'within')
    return secondsOf(value) === null ? 'must have a duration such as 30m, 12h or 2d after within' : undefined
  if (field === 'value') return numberOf(value) === null ? `must have a number after ${operator}` : undefined
  if (field === 'tag')
    return idSchema.safeParse(value).success ? undefined : 'must have the id of a tag after is'
  return value.length > TEXT_MAX_LENGTH
    ? `must have at most ${TEXT_MAX_LENGTH} characters after ${operator}`
    : undefined
}

/**
 * Reads a condition: `value voltage_rest lt 3.2`, `label "sales region" not is North`, `comment empty`.
 * @returns its fault, a part of a sentence, if it is none
 */
export function readCondition(text: string): Condition | { fault: string } {
  let rest = text.trim()
  const take = (pattern: RegExp) => {
    const [found = ''] = pattern.exec(rest) ?? []
    rest = rest.slice(found.length).trimStart()
    return found
  }
  const field = take(WORD)
  if (!isField(field)) return { fault: `must begin with one of ${FIELDS.join(', ')}` }
  const named = isNamed(field) ? take(QUOTED) || take(WORD) : ''
  const key = named.startsWith('"') ? unquoted(named) : named
  if (isNamed(field) && (key === '' || key.length > PATH_MAX_LENGTH))
    return {
      fault: `must have ${field === 'label' ? 'the name of a label' : 'the path of a series'} after ${field}`,
    }
  const first = take(WORD)
  const not = first === 'not'
  const word = not ? take(WORD) : first
  const operator = operatorsOf(field).find((one) => one === word)
  if (!operator) return { fault: `must have one of ${operatorsOf(field).join(', ')} after ${named || field}` }
  const condition = { field, key, not, operator, value: rest }
  const fault = valueFault(condition)
  return fault === undefined ? condition : { fault }
}

function unquoted(text: string): string {
  try {
    return z.string().parse(JSON.parse(text))
  } catch {
    return ''
  }
}

/** Writes a condition so that it is read as the same one. */
export function writeCondition({ field, key, not, operator, value }: Condition): string {
  const name = isNamed(field) ? (/^[^\s"]+$/.test(key) ? key : JSON.stringify(key)) : ''
  return [field, name, not ? 'not' : '', operator, value.trim()].filter(Boolean).join(' ')
}
