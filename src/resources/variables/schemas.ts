import { HIDDEN } from '#contract/common'
import { SHARED_VALUE_MIN_LENGTH, variableEntity } from '#contract/variables'
import { msg } from './texts'

interface Shared {
  value: string
  for_connectors?: boolean | undefined
  secret?: boolean | undefined
}

/** Whether a value is too short for connectors; null if the form has none. */
export const isTooShort = (value: string | null): boolean =>
  value !== HIDDEN && (value ?? '').length < SHARED_VALUE_MIN_LENGTH

const fault = ({ value, for_connectors: isShared, secret }: Shared) => {
  const problem = { code: 'custom' as const, path: ['value'] }
  if (isShared && isTooShort(value))
    return { ...problem, params: { text: msg('variables.tooShort'), smart_count: SHARED_VALUE_MIN_LENGTH } }
  // A value that stops being a secret must be entered again.
  return value === HIDDEN && secret === false
    ? { ...problem, params: { text: msg('variables.valueAnew') } }
    : undefined
}

/** The contract's schemas, with the server's rules for values. */
export const newVariable = variableEntity.create.superRefine((input, context) => {
  const found = fault(input)
  if (found) context.addIssue(found)
})
export const changedVariable = variableEntity.input.superRefine((input, context) => {
  const found = fault(input)
  if (found) context.addIssue(found)
})
