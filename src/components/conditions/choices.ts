import {
  type Condition,
  type ConditionField,
  isNamed,
  numberOf,
  type Operator,
  secondsOf,
  writeCondition,
} from '#contract/devices'

/** How a field is compared: an operator, perhaps negated. */
export type How = Operator | `${'is' | 'contains' | 'empty' | 'within'}Not`

const TEXT = ['is', 'isNot', 'contains', 'containsNot', 'empty', 'emptyNot'] as const
const NAME = ['contains', 'containsNot', 'is', 'isNot'] as const

/** The fields to choose from, and for each how it can be compared. */
export const CHOICES = {
  value: ['lt', 'le', 'gt', 'ge', 'is', 'isNot', 'withinNot', 'within', 'empty', 'emptyNot'],
  label: TEXT,
  tag: ['is', 'isNot', 'empty', 'emptyNot'],
  last_seen: ['withinNot', 'within', 'empty', 'emptyNot'],
  firmware: TEXT,
  comment: ['contains', 'containsNot', 'is', 'isNot', 'empty', 'emptyNot'],
  name: NAME,
  serial_number: NAME,
  external_id: TEXT,
} as const satisfies Record<ConditionField, readonly How[]>

/** A condition in the form. */
export interface ConditionValues {
  field: ConditionField
  key: string
  how: How
  text: string
  count: string
  unit: 'm' | 'h' | 'd'
  tagId: string | null
}

export const newValues = (field: ConditionField): ConditionValues => ({
  field,
  key: '',
  how: CHOICES[field][0],
  text: '',
  count: '2',
  unit: 'd',
  tagId: null,
})

export const howOf = ({ operator, not }: Pick<Condition, 'operator' | 'not'>): How | null => {
  if (!not) return operator
  return operator === 'is' || operator === 'contains' || operator === 'empty' || operator === 'within'
    ? `${operator}Not`
    : null
}

const OPERATORS = { isNot: 'is', containsNot: 'contains', emptyNot: 'empty', withinNot: 'within' } as const
const isNegated = (how: How): how is keyof typeof OPERATORS => how in OPERATORS
export const operatorOf = (how: How): Operator => (isNegated(how) ? OPERATORS[how] : how)

/** What is missing or wrong in the form. */
export type Fault = 'path' | 'labelName' | 'text' | 'number' | 'duration' | 'tag'

/** The condition of the form as a text; else its first fault. */
export function conditionOf(values: ConditionValues): string | { fault: Fault } {
  const { field, how, text, count, unit, tagId } = values
  const operator = operatorOf(how)
  const key = values.key.trim()
  if (isNamed(field) && key === '') return { fault: field === 'value' ? 'path' : 'labelName' }
  const write = (value: string) => writeCondition({ field, key, not: isNegated(how), operator, value })
  if (operator === 'empty') return write('')
  if (operator === 'within') {
    const duration = `${count.trim()}${unit}`
    return secondsOf(duration) === null ? { fault: 'duration' } : write(duration)
  }
  if (field === 'tag') return tagId === null ? { fault: 'tag' } : write(tagId)
  if (field !== 'value') return text.trim() === '' ? { fault: 'text' } : write(text)
  // People in many countries write a comma.
  const number = text.trim().replace(',', '.')
  return numberOf(number) === null ? { fault: 'number' } : write(number)
}
