import { z } from 'zod'
import { NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH, TEXT_MAX_LENGTH } from './limits'
import { isObject } from './object'

/** Id of any entity: a UUID, version 7 if our server created it. */
export const idSchema = z.guid()

/** Id in the examples of the OpenAPI document. */
export const EXAMPLE_ID = '019d0a5c-6c00-7000-8000-000000000001'

/** UTC time, ISO-8601 with milliseconds and Z. */
export const timeSchema = z.iso.datetime({ offset: true })

/** Whether a value is JSON. Without recursion, and without `z.json()`, which takes a second for 100 000 values. */
function isJson(root: unknown): root is z.core.util.JSONType {
  const waiting = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'object') {
      if (value !== null) for (const item of Object.values(value)) waiting.push(item)
    } else if (typeof value === 'number' ? !Number.isFinite(value) : !/^(string|boolean)$/.test(typeof value))
      return false
  }
  return true
}

const anyJson = z.custom<z.core.util.JSONType>(isJson, {
  error: ({ input }) => (input === undefined ? 'is required' : 'has a wrong form'),
})

/** Any JSON value. In the OpenAPI document its schema allows all, which generators of clients understand. */
export const jsonSchema = z.unknown().pipe(anyJson).meta({ description: 'Any JSON value' })

/** A value of the enum, or null. Values that only a newer server knows become null. (The OpenAPI document cannot describe `catch`.) */
export const knownOrNull = <const Words extends z.core.util.EnumLike>(words: z.ZodEnum<Words>) =>
  z.preprocess((value) => words.safeParse(value).data ?? null, words.nullable()).default(null)

/** Text without line breaks and other control characters. */
export const ONE_LINE = /^[^\p{Cc}]*$/u

/** Free text of one line, or null; a field that is not sent is kept. A cleared input arrives as null. */
const textOrNull = z.string().trim().max(TEXT_MAX_LENGTH).nullable()

/** Such a text, null if it is not sent. */
export const optionalText = textOrNull.default(null)

/** A field of an entity that is such a text, and that people set. */
export const optionalDetail = { read: optionalText, input: textOrNull, initial: null } as const

/**
 * Pattern of the names of spaces, devices, tags, keys and connectors: a lowercase letter first, then lowercase
 * letters, digits and hyphens, a lowercase letter or digit last. Rules, "Names".
 */
export const NAME_PATTERN = /^[a-z][a-z0-9-]+[a-z0-9]$/

/** Name of a space, device, tag, key or connector. */
export const nameSchema = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .regex(
    NAME_PATTERN,
    `must have at least ${NAME_MIN_LENGTH} characters, begin with a lowercase letter, hold only lowercase letters, digits and hyphens, and not end with a hyphen`,
  )
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)

/** Stands for a person in answers to keys without `space:user:read`. No key has such a name. */
export const UNNAMED_PERSON = 'a person'

/** The name of a person or key that did something. Rules, "Keys". */
export const doerSchema = z
  .string()
  .describe(
    `E-mail address of the person, or name of the key. To a key without \`space:user:read\` every person is \`${UNNAMED_PERSON}\``,
  )

/** Password as typed. Rules, "Limits". */
export const passwordSchema = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .min(PASSWORD_MIN_LENGTH, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(1024, 'must have at most 1024 characters')

/** The server's rule for new passwords; existing ones go on working. */
export interface PasswordRule {
  minLength: number
  /** Whether common passwords are refused. */
  refusesCommon: boolean
}

/** A new password by a rule, except whether it is common. */
export const newPasswordSchema = ({ minLength }: PasswordRule) =>
  passwordSchema.min(minLength, `must have at least ${minLength} characters`)

/** Whether a password is in a list of common ones, which are in lower case; case is ignored. */
export const isCommonPassword = (common: ReadonlySet<string>, password: string): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())

/** Secret of a link that works once. */
export const linkTokenSchema = z
  .string()
  .min(1, 'is required')
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)

/** Colour of a tag: #RRGGBB. */
export const colorSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1A2B3C')

/** Languages of the console and of e-mails; the first is the fallback. Rules, "Preferences". */
const LANGUAGES = ['en', 'cs'] as const
export const languageSchema = z.enum(LANGUAGES)
export type Language = z.infer<typeof languageSchema>

type JsonFields = Record<string, z.core.util.JSONType>

const isJsonFields = (value: unknown): value is JsonFields => isObject(value) && isJson(value)

/**
 * JSON by name. The OpenAPI document says only that, because it cannot describe recursive values. A record of zod would drop the name
 * `__proto__`.
 */
export const jsonFieldsSchema = z
  .unknown()
  .pipe(z.custom<JsonFields>(isJsonFields, 'must be an object of names and values'))
  .meta({ type: 'object', additionalProperties: true })
