import { toNestErrors } from '@hookform/resolvers'
import type { RefObject } from 'react'
import { type FieldError, type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { MessageKey } from '../../../i18n/translate'

/** How a record becomes the values of its form, and these what is sent. */
export interface FormCodec<Row, Values extends FieldValues, Input> {
  toForm: (row: Row) => Values
  fromForm: (values: Values) => Input
  /** Name of the form's field for a path in what is sent, where they differ. */
  formPath?: (path: readonly PropertyKey[], values: Values) => string
}

type ErrorKind = 'required' | 'pattern' | 'tooLong' | 'invalid'

/** Error texts of one field: one for every error, or one for each kind of error. */
export type FieldErrors = MessageKey | Partial<Record<ErrorKind, MessageKey>>

/** A form's own error texts, by field (list indexes left out). */
export type FieldMessages = Record<string, FieldErrors>

const DEFAULTS: Record<ErrorKind, MessageKey> = {
  required: 'page.errors.required',
  pattern: 'page.errors.invalid',
  tooLong: 'page.errors.tooLong',
  invalid: 'page.errors.invalid',
}

function kindOf(issue: z.core.$ZodIssue): ErrorKind {
  if (issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.minimum === 1)) return 'required'
  if (issue.code === 'too_big') return 'tooLong'
  if (issue.code === 'invalid_format' && issue.format === 'regex') return 'pattern'
  return 'invalid'
}

/** A text's key and its arguments. */
export interface IssueText {
  message: string
  args: Record<string, unknown>
}

/** The text of an issue. A custom issue may bring its own: `params.text` is its key, the other `params` are its arguments. */
export function textOf(issue: z.core.$ZodIssue, messages: FieldMessages = {}): IssueText {
  if (issue.code === 'custom' && typeof issue.params?.text === 'string') {
    const { text, ...args } = issue.params
    return { message: text, args }
  }
  const names = issue.path.filter((part) => typeof part === 'string')
  const own = messages[names.join('.')] ?? messages[names[0] ?? '']
  const kind = kindOf(issue)
  const message = (typeof own === 'string' ? own : own?.[kind]) ?? DEFAULTS[kind]
  return { message, args: issue.code === 'too_big' ? { max: Number(issue.maximum) } : {} }
}

/** The same in the form in which react-admin's inputs translate it. */
const messageOf = (issue: z.core.$ZodIssue, messages?: FieldMessages) =>
  `@@react-admin@@${JSON.stringify(textOf(issue, messages))}`

/** What a form is checked by. */
export interface ResolverOptions<Values extends FieldValues, Schema extends z.ZodType>
  extends Pick<FormCodec<never, Values, z.input<Schema>>, 'fromForm' | 'formPath'> {
  /** The contract's schema of what is sent. */
  schema: Schema
  messages?: FieldMessages
  /** What the form started with: until somebody tries to send it, a field that still has that is not wrong. */
  initial?: Values
}

/**
 * Checks a form by the contract's schema of what it sends; the first error of each field counts. Its context tells
 * whether somebody has tried to send the form.
 */
export const contractResolver =
  <Values extends FieldValues, Schema extends z.ZodType>({
    schema,
    fromForm,
    formPath = (path) => path.join('.'),
    messages,
    initial,
  }: ResolverOptions<Values, Schema>): Resolver<Values, RefObject<boolean>> =>
  (values, attempted, options) => {
    const result = schema.safeParse(fromForm(values))
    if (result.success) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of result.error.issues) {
      const field = formPath(issue.path, values)
      if (initial && !attempted?.current && get(values, field) === get(initial, field)) continue
      errors[field] ??= { type: issue.code, message: messageOf(issue, messages) }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
