import { z } from 'zod'
import {
  countSchema,
  emailSchema,
  endpoint,
  idSchema,
  limitSchema,
  optionalDetail,
  orderSchema,
  rowOffsetSchema,
  searchSchema,
  timeSchema,
  versionSchema,
} from '../common'
import { entity } from '../entity'
import { spaceRoleSchema, systemRoleSchema } from '../permissions'

/** The fate of a space when one of its people is deleted. */
const fateSchema = z.enum(['stays', 'withoutAdmin', 'deleted'])

/** A space of a person as the admin area shows it. Rules, "Admin area". */
const userSpaceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    role: spaceRoleSchema,
    /** What happens to it when the person is deleted; servers that do not say keep it. */
    fate: fateSchema.default('stays'),
  })
  .meta({ id: 'SpaceOfUser' })
export type SpaceOfUser = z.infer<typeof userSpaceSchema>

/** A person as the admin area shows and changes them. Rules, "Admin area". */
export const adminUserEntity = entity({
  name: 'adminUser',
  plural: 'users',
  title: 'Administration',
  fields: {
    id: { read: idSchema },
    email: { read: z.string(), input: emailSchema },
    system_role: { read: systemRoleSchema, input: systemRoleSchema },
    firstname: optionalDetail,
    lastname: optionalDetail,
    middlename: optionalDetail,
    company: optionalDetail,
    is_verified: { read: z.boolean().default(true) },
    created_at: { read: timeSchema.nullable().default(null) },
    /** By name, without open invitations. */
    spaces: { read: z.array(userSpaceSchema).default([]) },
    version: { read: versionSchema },
  },
})
export type AdminUser = z.infer<typeof adminUserEntity.schema>
export type AdminUserInput = z.infer<typeof adminUserEntity.input>
export type AdminUserUpdate = z.infer<typeof adminUserEntity.update>

export const ADMIN_USER_SORTS = ['id', 'email', 'system_role', 'firstname', 'lastname'] as const

const filters = z.object({
  text: searchSchema.optional().describe('Part of the e-mail address, of a name or of the company'),
  system_role: systemRoleSchema.optional(),
})
export type AdminUserFilters = z.infer<typeof filters>

const adminUserListQuery = filters.extend({
  limit: limitSchema(40),
  /** An integer offset. Rules, "Requests". */
  offset: rowOffsetSchema,
  sort_by: z.enum(ADMIN_USER_SORTS).default('email'),
  order_by: orderSchema.default('asc'),
})
export type AdminUserListQuery = z.infer<typeof adminUserListQuery>

/** Why an administrator was neither demoted nor deleted. */
export const ADMIN_USER_ERRORS = {
  lastAdmin: 'this is the last system administrator',
  self: 'nobody deletes their own account here',
  emailTaken: 'email belongs to an account already',
} as const

const oneUser = z.object({ userId: idSchema })
const shared = {
  tag: adminUserEntity.title,
  access: 'bearer',
  permission: 'admin:access',
  status: 200,
} as const
const update = {
  ...shared,
  method: 'put',
  params: oneUser,
  body: adminUserEntity.update,
  isCritical: true,
  isConditional: true,
  answer: adminUserEntity.schema,
  failures: { 409: 'The e-mail address is taken, or this is the last system administrator' },
  audit: 'account.update',
} as const

/** The people of the whole installation, for system administrators. Rules, "Admin area". */
export const adminUsersApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/admin/users',
    summary: 'List all people',
    query: adminUserListQuery,
    answer: z.array(adminUserEntity.schema),
  }),
  count: endpoint({
    ...shared,
    method: 'get',
    path: '/admin/users/count',
    isHeavy: true,
    summary: 'Count the people that the filters match',
    query: filters,
    answer: countSchema,
  }),
  get: endpoint({
    ...shared,
    method: 'get',
    path: '/admin/users/{userId}',
    summary: 'Get a person',
    params: oneUser,
    answer: adminUserEntity.schema,
  }),
  update: endpoint({
    ...update,
    path: '/admin/users/{userId}',
    summary: 'Update a person; what is not sent is kept',
  }),
  /** Another name of `update`. Rules, "Admin area". */
  updateUser: endpoint({
    ...update,
    path: '/users/{userId}',
    summary: 'Update a person, as at /admin/users/{userId}',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: '/users/{userId}',
    summary: 'Delete a person, with the personal space if no device is in it',
    params: oneUser,
    isCritical: true,
    status: 204,
    failures: { 409: 'This is the last system administrator, or the caller' },
    audit: 'account.delete',
  }),
}
