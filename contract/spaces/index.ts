import { z } from 'zod'
import {
  cursorSchema,
  endpoint,
  idSchema,
  LIST_LIMIT,
  limitSchema,
  nameSchema,
  offsetSchema,
  timeSchema,
  versionSchema,
} from '../common'
import { inSpace } from '../entity'
import { spaceRoleSchema } from '../permissions'

/** A workspace. Rules, "Spaces". */
export const spaceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    type: z.enum(['personal', 'team', 'default', 'premium']).default('team'),
    owner_id: idSchema.nullable().default(null),
    created_at: timeSchema,
    /** Role of the caller in the space. */
    user_role: spaceRoleSchema.nullable().default(null),
    /** The caller was invited and has not accepted yet. Rules, "Spaces". */
    invited: z.boolean().default(false),
    version: versionSchema,
  })
  .meta({ id: 'Space' })
export type Space = z.infer<typeof spaceSchema>

/** Fields of a space that a person can set. The server ignores `id` and `created_at`, which clients send as well. */
export const spaceInputSchema = z.object({ name: nameSchema })
export type SpaceInput = z.infer<typeof spaceInputSchema>

/** A change of a space: what is not sent is kept. */
export const spaceUpdateSchema = spaceInputSchema.partial()
export type SpaceUpdate = z.infer<typeof spaceUpdateSchema>

/** Query of the list of spaces. */
export const spaceListQuery = z.object({
  limit: limitSchema(LIST_LIMIT),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
})
export type SpaceListQuery = z.infer<typeof spaceListQuery>

/** The 409 answer to an account that already owns as many spaces as the server allows. */
export const spacesFull = (limit: number) =>
  `the limit of this server for the spaces of one account is ${limit}: delete one, or ask an administrator`

const shared = { tag: 'Spaces', access: 'bearer' } as const
const ofKeysToo = { ...shared, access: 'bearerOrKey' } as const

export const spacesApi = {
  list: endpoint({
    ...ofKeysToo,
    method: 'get',
    path: '/spaces',
    summary: 'List the spaces of a person, including invitations, or the space of a key',
    query: spaceListQuery,
    status: 200,
    answer: z.array(spaceSchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces',
    summary: 'Create a space; the caller becomes its admin',
    body: spaceInputSchema,
    status: 201,
    answer: spaceSchema,
    failures: { 409: 'The account owns as many spaces as this server allows' },
    audit: 'space.create',
  }),
  get: endpoint({
    ...ofKeysToo,
    method: 'get',
    path: '/spaces/{spaceId}',
    summary: 'Get a space',
    permission: 'space:read',
    params: inSpace,
    status: 200,
    answer: spaceSchema,
  }),
  update: endpoint({
    ...ofKeysToo,
    method: 'put',
    isConditional: true,
    path: '/spaces/{spaceId}',
    summary: 'Rename a space',
    permission: 'space:update',
    params: inSpace,
    body: spaceUpdateSchema,
    status: 200,
    answer: spaceSchema,
    audit: 'space.update',
  }),
  delete: endpoint({
    ...ofKeysToo,
    method: 'delete',
    isConditional: true,
    path: '/spaces/{spaceId}',
    summary: 'Delete a space with everything in it',
    permission: 'space:delete',
    params: inSpace,
    isCritical: true,
    status: 204,
    audit: 'space.delete',
  }),
  accept: endpoint({
    ...shared,
    method: 'put',
    path: '/spaces/{spaceId}/accept',
    summary: 'Accept the invitation to a space',
    params: inSpace,
    status: 200,
    answer: spaceSchema,
    audit: 'user.accept',
  }),
}
