import { toNestErrors } from '@hookform/resolvers'
import type { RefObject } from 'react'
import { type FieldError, type FieldValues, get, type Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { MessageKey } from '../../i18n/translate'
import { formatNumber } from '../../numbers'

/** Converts a record to form values, and these to the input that is sent. */
export interface FormCodec<Row, Values extends FieldValues, Input> {
  toForm: (row: Row) => Values
  fromForm: (values: Values) => Input
  /** Name of the form field for a path in the input, if they differ. */
  formPath?: (path: readonly PropertyKey[], values: Values) => string
}

type ErrorKind =
  | 'required'
  | 'pattern'
  | 'invalid'
  // For texts.
  | 'tooShort'
  | 'tooLong'
  // For lists.
  | 'tooFew'
  | 'tooMany'
  // For numbers.
  | 'notNumber'
  | 'notWhole'
  | 'atLeast'
  | 'moreThan'
  | 'atMost'
  | 'lessThan'
  | 'multipleOf'

/** Error texts of a field: one for all errors, or one per kind. */
export type FieldErrors = MessageKey | Partial<Record<ErrorKind, MessageKey>>

/** A form's own error texts, by field, without list indexes. */
export type FieldMessages = Record<string, FieldErrors>

const DEFAULTS: Record<ErrorKind, MessageKey> = {
  required: 'page.errors.required',
  pattern: 'page.errors.invalid',
  invalid: 'page.errors.invalid',
  tooShort: 'page.errors.tooShort',
  tooLong: 'page.errors.tooLong',
  tooFew: 'page.errors.tooFew',
  tooMany: 'page.errors.tooMany',
  notNumber: 'page.errors.notNumber',
  notWhole: 'page.errors.notWhole',
  atLeast: 'page.errors.atLeast',
  moreThan: 'page.errors.moreThan',
  atMost: 'page.errors.atMost',
  lessThan: 'page.errors.lessThan',
  multipleOf: 'page.errors.multipleOf',
}

const BOUNDS: Record<'too_small' | 'too_big', Partial<Record<string, ErrorKind>>> = {
  too_small: { string: 'tooShort', array: 'tooFew', number: 'atLeast', int: 'atLeast' },
  too_big: { string: 'tooLong', array: 'tooMany', number: 'atMost', int: 'atMost' },
}

/** The kind of error for a value beyond a limit. */
function boundOf({ code, origin, inclusive }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): ErrorKind {
  if (origin === 'number' && !inclusive) return code === 'too_small' ? 'moreThan' : 'lessThan'
  return BOUNDS[code][origin] ?? 'invalid'
}

const isMissing = ({ input }: z.core.$ZodIssue) => input === null || input === undefined

/** The kind of an issue, and the exceeded limit. */
function foundIn(issue: z.core.$ZodIssue): [kind: ErrorKind, limit?: number] {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue)) return ['required']
      if (issue.expected === 'int') return ['notWhole']
      return [issue.expected === 'number' ? 'notNumber' : 'invalid']
    case 'invalid_value':
      return [issue.input === null ? 'required' : 'invalid']
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return ['required']
      return [boundOf(issue), Number(issue.minimum)]
    case 'too_big':
      return [boundOf(issue), Number(issue.maximum)]
    case 'not_multiple_of':
      return ['multipleOf', issue.divisor]
    case 'invalid_format':
      return [issue.format === 'regex' ? 'pattern' : 'invalid']
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return ['invalid']
  }
}

/** A text key with its arguments. */
export interface IssueText {
  message: string
  args: Record<string, unknown>
}

/** Options for the texts of issues. */
interface IssueTexts {
  messages?: FieldMessages
  /** Units by field. */
  units?: Readonly<Partial<Record<string, string>>>
  /** Locale of numbers; English by default. */
  locale?: string
}

/** The text of an issue. A custom issue may have its own key in `params.text`, with `params` as arguments. */
export function textOf(
  issue: z.core.$ZodIssue,
  { messages = {}, units = {}, locale = 'en' }: IssueTexts = {},
): IssueText {
  if (issue.code === 'custom' && typeof issue.params?.text === 'string') {
    const { text, ...args } = issue.params
    return { message: text, args }
  }
  const field = issue.path.filter((part) => typeof part === 'string').join('.')
  const own = messages[field] ?? messages[String(issue.path[0])]
  const [kind, limit] = foundIn(issue)
  const message = (typeof own === 'string' ? own : own?.[kind]) ?? DEFAULTS[kind]
  if (limit === undefined) return { message, args: {} }
  const unit = units[field]
  // The limit of a text or list is a count, which selects a plural form.
  return { message, args: { smart_count: limit, limit: formatNumber(limit, locale, { unit }) } }
}

/** The text of an issue in the format that react-admin's inputs translate. */
const messageOf = (issue: z.core.$ZodIssue, texts: IssueTexts) =>
  `@@react-admin@@${JSON.stringify(textOf(issue, texts))}`

/** Issues from the checks of a whole object, which the schema skips while some fields are invalid. */
function foundInWhole(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  try {
    const whole = z.custom<never>(() => true).check(...(schema.def.checks ?? []))
    return whole.safeParse(value, { reportInput: true }).error?.issues ?? []
  } catch {
    // These checks assume valid fields; they run once the fields are valid.
    return []
  }
}

/** Options of the resolver. */
export interface ResolverOptions<Values extends FieldValues, Schema extends z.ZodType>
  extends Pick<FormCodec<never, Values, z.input<Schema>>, 'fromForm' | 'formPath'>,
    IssueTexts {
  /** The contract's schema of the input. */
  schema: Schema
  /** The initial values. Until the first attempt to submit, an unchanged field counts as valid. */
  initial?: Values
}

/**
 * Validates a form by the contract's schema of its input; shows the first error of each field. Its context tells
 * whether anybody has tried to submit the form.
 */
export const contractResolver =
  <Values extends FieldValues, Schema extends z.ZodType>({
    schema,
    fromForm,
    formPath = (path) => path.join('.'),
    initial,
    ...texts
  }: ResolverOptions<Values, Schema>): Resolver<Values, RefObject<boolean>> =>
  (values, attempted, options) => {
    const input = fromForm(values)
    const result = schema.safeParse(input, { reportInput: true })
    if (result.success) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of [...result.error.issues, ...foundInWhole(schema, input)]) {
      const field = formPath(issue.path, values)
      if (initial && !attempted?.current && get(values, field) === get(initial, field)) continue
      errors[field] ??= { type: issue.code, message: messageOf(issue, texts) }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
