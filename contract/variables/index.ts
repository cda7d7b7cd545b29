import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  endpoint,
  HIDDEN,
  idSchema,
  LANGUAGE_CAPABILITY,
  languageSchema,
  NAME_MIN_LENGTH,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { entity, pagedCallsOf } from '../entity'

/** Environment that the console suggests. Rules, "Variables". */
export const SUGGESTED_ENVIRONMENT = 'wmbus'

/** Longest value of a variable, in characters. */
const VALUE_MAX_LENGTH = 10_000

/** Shortest value that the functions of connectors get: it is masked wherever it appears, and a short one appears everywhere. */
export const SHARED_VALUE_MIN_LENGTH = 4
/** Most variables of a space, and of one device, that the functions of connectors get. */
export const SHARED_VARIABLES_MAX = 50
/** Longest such value, in characters, and the most characters of all of them. */
export const SHARED_VALUE_MAX_LENGTH = 4000
export const SHARED_VALUES_MAX_LENGTH = 16_000

const REQUIRED = { error: 'is required' }
const atMost = (length: number) => `must have at most ${length} characters`

/** Name in `/config.json` of variables whose values nobody sees (`secret`). */
export const SECRETS_CAPABILITY = 'variables.secret'

/** A variable of a device, or without one of the whole space. Rules, "Variables". */
export const variableEntity = entity({
  name: 'variable',
  plural: 'variables',
  title: 'Variables',
  fields: {
    id: { read: idSchema },
    name: {
      read: z.string(),
      input: z
        .string(REQUIRED)
        .trim()
        .min(NAME_MIN_LENGTH, `must have at least ${NAME_MIN_LENGTH} characters`)
        .max(TEXT_MAX_LENGTH, atMost(TEXT_MAX_LENGTH))
        .regex(/^[^\r\n]*$/, 'must be one line'),
    },
    value: {
      read: z
        .string()
        .describe(
          `\`${HIDDEN}\` of a secret, and for a key without the permission \`space:variable:value:read\``,
        ),
      input: z
        .string(REQUIRED)
        .min(1, 'is required')
        .max(VALUE_MAX_LENGTH, atMost(VALUE_MAX_LENGTH))
        .refine(
          (value) => value === HIDDEN || !value.includes(HIDDEN),
          'must not have the mask of a value in it',
        ),
      log: 'secret',
    },
    environment: {
      read: z.string(),
      input: z.string(REQUIRED).trim().min(1, 'is required').max(TEXT_MAX_LENGTH, atMost(TEXT_MAX_LENGTH)),
    },
    comment: {
      read: z.string().nullable().default(null),
      input: z.string().max(COMMENT_MAX_LENGTH, atMost(COMMENT_MAX_LENGTH)).nullable(),
      initial: null,
    },
    device_id: {
      read: idSchema.nullable().default(null),
      create: idSchema.nullable().default(null),
    },
    device_name: { read: z.string().nullable().default(null), log: 'logged' },
    space_id: { read: idSchema },
    created_at: { read: timeSchema },
    updated_at: { read: timeSchema },
    for_connectors: {
      read: z.boolean().default(false),
      input: z
        .boolean()
        .optional()
        .describe(
          `Whether the functions of connectors get it as \`job.variables\`; false for a new variable. Its value then has from ${SHARED_VALUE_MIN_LENGTH} to ${SHARED_VALUE_MAX_LENGTH} characters`,
        ),
    },
    secret: {
      read: z.boolean().default(false),
      input: z
        .boolean()
        .optional()
        .describe(
          'Whether its value is answered to nobody; false for a new variable. Where it is taken back, the value is sent anew',
        ),
    },
    /** Whether it can be neither changed nor deleted. */
    locked: { read: z.boolean().default(false), log: 'logged' },
    version: { read: versionSchema },
  },
})
export type Variable = z.infer<typeof variableEntity.schema>
export type VariableUpdate = z.infer<typeof variableEntity.update>
export type VariableCreate = z.infer<typeof variableEntity.create>

/** Fields that variables can be sorted by. */
export const VARIABLE_SORTS = ['id', 'name'] as const

/** Why a variable was neither changed nor deleted. */
export const VARIABLE_LOCKED = 'the variable is locked'

/** Name in `/config.json` of the calls that lock and unlock. */
const LOCK_CAPABILITY = 'variable-lock'

/**
 * Fields that create a variable. A program may leave the environment out; the console asks for it. The placeholder for a value that the
 * caller may not read is not accepted as a value.
 */
const createSchema = variableEntity.create.extend({
  value: variableEntity.fields.value.input.refine(
    (value) => value !== HIDDEN,
    'must not be the mask of a value',
  ),
  environment: variableEntity.fields.environment.input.default(''),
})

const calls = pagedCallsOf(
  { ...variableEntity, create: createSchema },
  {
    filters: {
      /** Part of the name, without regard to case and accents. */
      name: z.string().max(TEXT_MAX_LENGTH).optional(),
      text: z
        .string()
        .trim()
        .max(TEXT_MAX_LENGTH)
        .optional()
        .describe(
          `Words of the name, the environment or the comment, in any order, without regard to case and accents. With the capability \`${LANGUAGE_CAPABILITY}\``,
        ),
      device_id: idSchema
        .optional()
        .describe('The variables of one device, without those of the whole space'),
      environment: z.string().max(TEXT_MAX_LENGTH).optional().describe('The whole environment'),
      for_connectors: z
        .enum(['true', 'false'])
        .optional()
        .describe('Only those that the functions of connectors get, or the others'),
    },
    sorts: VARIABLE_SORTS,
  },
)
const list = endpoint({
  ...calls.list,
  query: calls.list.query.extend({
    language: languageSchema
      .optional()
      .describe(
        `Names are sorted by the rules of this language; without it, or if the database does not know it, by code point. With the capability \`${LANGUAGE_CAPABILITY}\``,
      ),
  }),
})
const failures = { 409: VARIABLE_LOCKED }

/** Locks or unlocks; repeating it changes nothing. */
const locking = <const Verb extends 'lock' | 'unlock'>(verb: Verb, summary: string) =>
  endpoint({
    ...calls.update,
    method: 'post',
    path: `${calls.update.path}/${verb}`,
    summary,
    body: undefined,
    capability: LOCK_CAPABILITY,
    failures: {},
    audit: `variable.${verb}`,
  })

export const variablesApi = {
  ...calls,
  list,
  create: endpoint({
    ...calls.create,
    summary: 'Create a variable of the space or of one device',
    failures: { 409: 'The device was moved away, or connectors have too many' },
  }),
  update: endpoint({
    ...calls.update,
    summary: `Update a variable; what is not sent is kept, and so is the value where \`${HIDDEN}\` is sent`,
    failures,
  }),
  delete: endpoint({ ...calls.delete, failures }),
  lock: locking('lock', 'Lock a variable: it can then be neither changed nor deleted'),
  unlock: locking('unlock', 'Unlock a variable'),
}
export type VariableFilters = z.infer<typeof variablesApi.count.query>
