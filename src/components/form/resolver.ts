import { toNestErrors } from '@hookform/resolvers'
import type { RefObject } from 'react'
import { type FieldError, type FieldValues, get, type Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { MessageKey } from '../../i18n/translate'
import { formatNumber } from '../../numbers'

/** How a record becomes the values of its form, and these what is sent. */
export interface FormCodec<Row, Values extends FieldValues, Input> {
  toForm: (row: Row) => Values
  fromForm: (values: Values) => Input
  /** Name of the form's field for a path in what is sent, where they differ. */
  formPath?: (path: readonly PropertyKey[], values: Values) => string
}

type ErrorKind =
  | 'required'
  | 'pattern'
  | 'invalid'
  // Of a text.
  | 'tooShort'
  | 'tooLong'
  // Of a list.
  | 'tooFew'
  | 'tooMany'
  // Of a number.
  | 'notNumber'
  | 'notWhole'
  | 'atLeast'
  | 'moreThan'
  | 'atMost'
  | 'lessThan'
  | 'multipleOf'

/** Error texts of one field: one for every error, or one for each kind of error. */
export type FieldErrors = MessageKey | Partial<Record<ErrorKind, MessageKey>>

/** A form's own error texts, by field (list indexes left out). */
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

/** What is wrong with a value that is beyond a limit, by what it is. */
function boundOf({ code, origin, inclusive }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): ErrorKind {
  if (origin === 'number' && !inclusive) return code === 'too_small' ? 'moreThan' : 'lessThan'
  return BOUNDS[code][origin] ?? 'invalid'
}

const isMissing = ({ input }: z.core.$ZodIssue) => input === null || input === undefined

/** What is wrong, and the limit that a value exceeds. */
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

/** A text's key and its arguments. */
export interface IssueText {
  message: string
  args: Record<string, unknown>
}

/** How the texts of issues are made. */
interface IssueTexts {
  messages?: FieldMessages
  /** Unit of each field that has one. */
  units?: Readonly<Partial<Record<string, string>>>
  /** The language of numbers; English unless given. */
  locale?: string
}

/** The text of an issue. A custom issue may bring its own: `params.text` is its key, the other `params` are its arguments. */
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
  // The limit of a text or of a list is a count, which chooses a plural form.
  return { message, args: { smart_count: limit, limit: formatNumber(limit, locale, { unit }) } }
}

/** The same in the form in which react-admin's inputs translate it. */
const messageOf = (issue: z.core.$ZodIssue, texts: IssueTexts) =>
  `@@react-admin@@${JSON.stringify(textOf(issue, texts))}`

/** What the checks of a whole object find while some of its fields are wrong, for which the schema leaves them out. */
function foundInWhole(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  try {
    const whole = z.custom<never>(() => true).check(...(schema.def.checks ?? []))
    return whole.safeParse(value, { reportInput: true }).error?.issues ?? []
  } catch {
    // They take the fields to be right: they are made once these are.
    return []
  }
}

/** What a form is checked by. */
export interface ResolverOptions<Values extends FieldValues, Schema extends z.ZodType>
  extends Pick<FormCodec<never, Values, z.input<Schema>>, 'fromForm' | 'formPath'>,
    IssueTexts {
  /** The contract's schema of what is sent. */
  schema: Schema
  /** What the form started with: until somebody tries to send it, a field that still has that is not wrong. */
  initial?: Values
}

/**
 * Checks a form by the contract's schema of what it sends: all that is wrong at once, of each field the first. Its context says
 * whether somebody has tried to send the form.
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
