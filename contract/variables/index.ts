import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  limitSchema,
  NAME_MIN_LENGTH,
  offsetSchema,
  orderSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { inSpace } from '../spaces'

/** Environment that the console suggests. Spec 2, section 2. */
export const SUGGESTED_ENVIRONMENT = 'wmbus'

/** Longest value of a variable, in characters. */
export const VALUE_MAX_LENGTH = 10_000

/** A variable of a device, or without one of the whole space. Spec 2, section 3, and facts. */
export const variableSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    value: z.string(),
    environment: z.string(),
    comment: z.string().nullable().default(null),
    device_id: idSchema.nullable().default(null),
    device_name: z.string().nullable().default(null),
    space_id: idSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
    /** It can be neither changed nor deleted. */
    locked: z.boolean().default(false),
    version: versionSchema,
  })
  .meta({ id: 'Variable' })
export type Variable = z.infer<typeof variableSchema>

const REQUIRED = { error: 'is required' }
const atMost = (length: number) => `must have at most ${length} characters`
const commentSchema = z.string().max(COMMENT_MAX_LENGTH, atMost(COMMENT_MAX_LENGTH)).nullable()

/** Fields of a variable that a person can change. Spec 2, sections 5 and 7. */
export const variableInputSchema = z.object({
  name: z
    .string(REQUIRED)
    .trim()
    .min(NAME_MIN_LENGTH, `is required and should consist of ${NAME_MIN_LENGTH} or more characters`)
    .max(TEXT_MAX_LENGTH, atMost(TEXT_MAX_LENGTH)),
  value: z.string(REQUIRED).min(1, 'is required').max(VALUE_MAX_LENGTH, atMost(VALUE_MAX_LENGTH)),
  environment: z.string(REQUIRED).trim().min(1, 'is required').max(TEXT_MAX_LENGTH, atMost(TEXT_MAX_LENGTH)),
  comment: commentSchema.default(null),
})
export type VariableInput = z.infer<typeof variableInputSchema>

/** A change of a variable: what is not sent is kept; null clears the comment. */
export const variableUpdateSchema = variableInputSchema.extend({ comment: commentSchema }).partial()
export type VariableUpdate = z.infer<typeof variableUpdateSchema>

/** Fields that create a variable. Spec 2, section 7. */
export const variableCreateSchema = variableInputSchema.extend({
  device_id: idSchema.nullable().default(null),
})
export type VariableCreate = z.infer<typeof variableCreateSchema>

/** Fields that variables can be sorted by. */
export const VARIABLE_SORTS = ['id', 'name'] as const

const filters = z.object({
  /** Part of the name, without regard to case. */
  name: z.string().max(TEXT_MAX_LENGTH).optional(),
})
export type VariableFilters = z.infer<typeof filters>

/** Query of the variable list. */
export const variableListQuery = filters.extend({
  limit: limitSchema(40),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
  sort_by: z.enum(VARIABLE_SORTS).default('id'),
  order_by: orderSchema.default('desc'),
})
export type VariableListQuery = z.infer<typeof variableListQuery>

/** Why a variable was neither changed nor deleted. */
export const VARIABLE_LOCKED = 'the variable is locked'

const oneVariable = inSpace.extend({ variableId: idSchema })

const LIST = '/spaces/{spaceId}/variables'
const ONE = `${LIST}/{variableId}` as const
const shared = { tag: 'Variables', access: 'bearerOrKey', params: oneVariable } as const
const read = { ...shared, method: 'get', permission: 'space:variable:read', status: 200 } as const
const locked = { failures: { 409: VARIABLE_LOCKED } } as const

export const variablesApi = {
  list: endpoint({
    ...read,
    path: LIST,
    summary: 'List the variables of a space',
    params: inSpace,
    query: variableListQuery,
    answer: z.array(variableSchema),
  }),
  count: endpoint({
    ...read,
    path: `${LIST}/count`,
    summary: 'Count the variables that the filters match',
    params: inSpace,
    query: filters,
    answer: countSchema,
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: LIST,
    summary: 'Create a variable of the space or of one device',
    permission: 'space:variable:create',
    params: inSpace,
    body: variableCreateSchema,
    status: 201,
    answer: variableSchema,
    audit: 'variable.create',
  }),
  get: endpoint({ ...read, path: ONE, summary: 'Get a variable', answer: variableSchema }),
  update: endpoint({
    ...shared,
    ...locked,
    method: 'put',
    isConditional: true,
    path: ONE,
    summary: 'Update a variable; what is not sent is kept',
    permission: 'space:variable:update',
    body: variableUpdateSchema,
    status: 200,
    answer: variableSchema,
    audit: 'variable.update',
  }),
  delete: endpoint({
    ...shared,
    ...locked,
    method: 'delete',
    isConditional: true,
    path: ONE,
    summary: 'Delete a variable',
    permission: 'space:variable:delete',
    status: 204,
    audit: 'variable.delete',
  }),
}
