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
import { entity, inSpace } from '../entity'
import { spaceRoleSchema } from '../permissions'
import { tagRefSchema } from '../tags'

/** A workspace. The server ignores `id` and `created_at`, which clients send as well. Rules, "Spaces". */
export const spaceEntity = entity({
  name: 'space',
  plural: 'spaces',
  title: 'Spaces',
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: nameSchema },
    type: { read: z.enum(['personal', 'team', 'default', 'premium']).default('team'), log: 'logged' },
    owner_id: { read: idSchema.nullable().default(null) },
    created_at: { read: timeSchema },
    /** Role of the caller in the space. */
    user_role: { read: spaceRoleSchema.nullable().default(null) },
    /** Permissions that the caller has in the space instead of the role. */
    user_permissions: { read: z.array(z.string()).nullable().default(null) },
    /** The tags that the caller is limited to; none for a caller who sees the whole space. */
    user_tags: { read: z.array(tagRefSchema).default([]) },
    /** When the caller's time in the space ends. */
    user_ends_at: { read: timeSchema.nullable().default(null) },
    /** Whether the caller was invited and has not accepted yet. Rules, "Spaces". */
    invited: { read: z.boolean().default(false) },
    /** E-mail address of the person who invites the caller; null for a key, and once it is accepted. */
    invited_by: { read: z.string().nullable().default(null) },
    version: { read: versionSchema },
  },
})
export type Space = z.infer<typeof spaceEntity.schema>
export type SpaceInput = z.infer<typeof spaceEntity.input>
export type SpaceUpdate = z.infer<typeof spaceEntity.update>

const spaceListQuery = z.object({
  limit: limitSchema(LIST_LIMIT),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
})
export type SpaceListQuery = z.infer<typeof spaceListQuery>

/** The 409 answer to an account that already owns as many spaces as the server allows. */
export const spacesFull = (limit: number) =>
  `the limit of this server for the spaces of one account is ${limit}: delete one, or ask an administrator`

/** Payload of a refusal. The sender is not notified. */
export const refusalSchema = z.object({
  /** Whether to refuse all invitations of the sender, for good, instead of this one. */
  of_sender: z.boolean().default(false),
})

/** Why all invitations of a sender cannot be refused. */
export const NO_SENDER = 'no person has sent this invitation'

/** Name in `/config.json` of the calls that refuse invitations. */
export const REFUSALS_CAPABILITY = 'refusals'

const shared = { tag: spaceEntity.title, access: 'bearer' } as const
const ofKeysToo = { ...shared, access: 'bearerOrKey' } as const

export const spacesApi = {
  list: endpoint({
    ...ofKeysToo,
    method: 'get',
    path: '/spaces',
    summary: 'List the spaces of a person, including invitations, or the space of a key',
    query: spaceListQuery,
    status: 200,
    answer: z.array(spaceEntity.schema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces',
    summary: 'Create a space; the caller becomes its admin',
    body: spaceEntity.create,
    status: 201,
    answer: spaceEntity.schema,
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
    answer: spaceEntity.schema,
  }),
  update: endpoint({
    ...ofKeysToo,
    method: 'put',
    isConditional: true,
    path: '/spaces/{spaceId}',
    summary: 'Rename a space',
    permission: 'space:update',
    params: inSpace,
    body: spaceEntity.update,
    status: 200,
    answer: spaceEntity.schema,
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
    answer: spaceEntity.schema,
    audit: 'user.accept',
  }),
  refuse: endpoint({
    ...shared,
    method: 'put',
    path: '/spaces/{spaceId}/refuse',
    summary: 'Refuse the invitation to a space, or all invitations of its sender; the sender is not told',
    params: inSpace,
    body: refusalSchema,
    status: 204,
    failures: { 409: 'A key has sent the invitation' },
    capability: REFUSALS_CAPABILITY,
    audit: 'invitation.refuse',
  }),
}
