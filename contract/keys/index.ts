import { z } from 'zod'
import { endpoint, idSchema, LIST_LIMIT, limitSchema, nameSchema, timeSchema, versionSchema } from '../common'
import { KEY_PERMISSIONS } from '../permissions'
import { inSpace } from '../spaces'
import { tagRefSchema, tagsInputSchema } from '../tags'

/** Header that carries a key. Facts, "Requests". */
export const KEY_HEADER = 'X-API-Key'

/** An access key of a space. Its id is its token. Spec 2, section 3. */
export const keySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** The key sees the devices that carry one of them, and their messages; all of them when it has none. */
    tags: z.array(tagRefSchema).default([]),
    /** Paths of the permission tree. A newer server may have more of them. */
    permissions: z.array(z.string()).default([]),
    created_at: timeSchema.nullable().default(null),
    version: versionSchema,
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof keySchema>

/** Fields of a key that a person can set. A new key has no permissions where none are given. */
export const keyInputSchema = z.object({
  name: nameSchema,
  tags: tagsInputSchema.default([]),
  permissions: z.array(z.enum(KEY_PERMISSIONS)).max(KEY_PERMISSIONS.length).optional(),
})
export type KeyInput = z.infer<typeof keyInputSchema>

/** A change of a key: what is not sent is kept; null takes all tags away. */
export const keyUpdateSchema = keyInputSchema.extend({ tags: tagsInputSchema }).partial()
export type KeyUpdate = z.infer<typeof keyUpdateSchema>

/** Fields that create a key. Spec 2, section 7. */
export const keyCreateSchema = keyInputSchema.extend({
  id: idSchema
    .nullish()
    .describe(
      'A UUID of version 4 or 7 becomes the id of the key; in place of any other the server makes one',
    ),
})
export type KeyCreate = z.infer<typeof keyCreateSchema>

/** How a key was used. */
export const keyUsageSchema = z
  .object({
    key_id: idSchema,
    last_used_at: timeSchema.nullable(),
    /** Network address of the last call; of IPv6 the first half. */
    last_used_from: z.string().nullable(),
    /** Calls in the last 24 hours. */
    calls: z.number().int(),
    /** Permissions that a call needed in the last 90 days. */
    used_permissions: z.array(z.string()),
  })
  .meta({ id: 'KeyUsage' })
export type KeyUsage = z.infer<typeof keyUsageSchema>

/** Days of `used_permissions`. */
export const KEY_USAGE_DAYS = 90

const oneKey = inSpace.extend({ keyId: idSchema })

const LIST = '/spaces/{spaceId}/keys'
const ONE = `${LIST}/{keyId}` as const
const shared = { tag: 'Keys', access: 'bearerOrKey', params: oneKey } as const
const read = { ...shared, method: 'get', permission: 'space:key:read', status: 200 } as const

export const keysApi = {
  list: endpoint({
    ...read,
    path: LIST,
    summary: 'List the keys of a space; a key lists those that may do no more than itself',
    params: inSpace,
    query: z.object({ limit: limitSchema(LIST_LIMIT) }),
    answer: z.array(keySchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: LIST,
    summary: 'Create a key; a key grants no more than it has itself',
    permission: 'space:key:create',
    params: inSpace,
    body: keyCreateSchema,
    status: 201,
    answer: keySchema,
    failures: { 409: 'The id belongs to another key' },
    audit: 'key.create',
  }),
  get: endpoint({ ...read, path: ONE, summary: 'Get a key', answer: keySchema }),
  update: endpoint({
    ...shared,
    method: 'put',
    isConditional: true,
    path: ONE,
    summary: 'Update a key; what is not sent is kept',
    permission: 'space:key:update',
    body: keyUpdateSchema,
    status: 200,
    answer: keySchema,
    audit: 'key.update',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: ONE,
    summary: 'Delete a key; it stops working at once',
    permission: 'space:key:delete',
    isCritical: true,
    status: 204,
    audit: 'key.delete',
  }),
  usage: endpoint({
    ...read,
    path: `${LIST}/usage`,
    summary: 'Tell when each key of a space was used, from where and for what',
    params: inSpace,
    answer: z.array(keyUsageSchema),
    capability: 'key-usage',
  }),
}
