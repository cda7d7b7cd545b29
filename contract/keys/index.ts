import { z } from 'zod'
import {
  endpoint,
  idSchema,
  ifAllGiven,
  momentSchema,
  nameSchema,
  timeSchema,
  versionSchema,
} from '../common'
import { callsOf, entity } from '../entity'
import { ACCESS_LIMITS_CAPABILITY, permissionListSchema } from '../permissions'
import { keyTagsSchema, tagRefSchema } from '../tags'

/** Header that carries a key. Rules, "Requests". */
export const KEY_HEADER = 'X-API-Key'

/** Name in `/config.json` of a server that accepts the permissions of a key when it is created, and not only later. */
export const KEY_PERMISSIONS_CAPABILITY = 'key-permissions'

/**
 * An access key of a space. Its id is its token. Calls take the handle instead, and lists have the handle as the id for callers who may not
 * see tokens: keys, and people who have not confirmed their identity recently. A call about one key answers with the id in its path. A new
 * key has no permissions unless some are given. Rules, "Keys".
 */
export const keyEntity = entity({
  name: 'key',
  plural: 'keys',
  title: 'Keys',
  isNameUnique: true,
  fields: {
    id: {
      read: idSchema,
      create: idSchema
        .nullish()
        .describe(
          'A UUID of version 4 or 7 becomes the id of the key; in place of any other the server makes one',
        ),
      // The id is the token.
      log: 'unlogged',
    },
    handle: {
      read: idSchema
        .nullable()
        .default(null)
        .describe('Names the key and is no token, also in the audit log; null on servers that have none'),
    },
    name: { read: z.string(), input: nameSchema },
    /** The key sees the devices that carry one of them, and their messages; without tags it sees all devices. */
    tags: { read: z.array(tagRefSchema).default([]), input: keyTagsSchema, initial: [] },
    /** Paths of the permission tree. A newer server may have more of them. */
    permissions: {
      read: z.array(z.string()).default([]),
      input: permissionListSchema.optional(),
    },
    /** From then on the key is unknown. */
    ends_at: {
      read: timeSchema.nullable().default(null),
      input: momentSchema.nullable().describe('From then on the key is unknown; null for never'),
      initial: null,
    },
    created_at: { read: timeSchema.nullable().default(null) },
    version: { read: versionSchema },
  },
})
export type Key = z.infer<typeof keyEntity.schema>
export type KeyInput = z.infer<typeof keyEntity.input>
export type KeyUpdate = z.infer<typeof keyEntity.update>
export type KeyCreate = z.infer<typeof keyEntity.create>

/** How a key was used. */
const keyUsageSchema = z
  .object({
    key_id: idSchema.describe('Id in the list of keys'),
    handle: idSchema.nullable().default(null),
    last_used_at: timeSchema.nullable(),
    /** Network address of the last call; for IPv6 its first half. */
    last_used_from: z.string().nullable(),
    /** Calls in the last 24 hours. */
    calls: z.number().int(),
    /** Permissions that calls needed in the last 90 days. */
    used_permissions: z.array(z.string()),
  })
  .meta({ id: 'KeyUsage' })
export type KeyUsage = z.infer<typeof keyUsageSchema>

/** Number of days that `used_permissions` covers. */
export const KEY_USAGE_DAYS = 90

/** A key that takes the place of another. Rules, "Keys". */
export const keyDuplicateSchema = z.object({
  name: nameSchema,
  ends_at: momentSchema.nullable().default(null).describe('When the new key ends; null for never'),
  previous_ends_at: momentSchema.describe('When the key that it takes the place of ends'),
})
export type KeyDuplicate = z.infer<typeof keyDuplicateSchema>

const calls = callsOf(keyEntity)

export const keysApi = {
  ...calls,
  list: endpoint({
    ...calls.list,
    summary:
      'List the keys of a space; a key lists those that may do no more than itself. Their ids are tokens only for a person who confirmed their identity in the last 15 minutes, else handles',
  }),
  create: endpoint({
    ...calls.create,
    summary: 'Create a key; a key grants no more than it has itself',
    isCritical: 'granting',
    failures: { 409: 'The id or the name belongs to another key' },
  }),
  update: endpoint({ ...calls.update, isCritical: 'granting' }),
  delete: endpoint({ ...calls.delete, summary: 'Delete a key; it stops working at once', isCritical: true }),
  token: endpoint({
    ...calls.get,
    path: `${calls.get.path}/token`,
    access: 'bearer',
    summary: 'Get the token of a key',
    isCritical: true,
    answer: z.object({ token: idSchema }).meta({ id: 'KeyToken' }),
    capability: 'key-tokens',
  }),
  rotate: endpoint({
    ...calls.get,
    method: 'post',
    path: `${calls.get.path}/rotate`,
    access: 'bearer',
    permission: calls.update.permission,
    summary:
      'Give a key another token, and so another id; the one before stops working at once, and the handle stays',
    isCritical: true,
    audit: 'key.rotate',
    capability: 'key-rotation',
  }),
  duplicate: endpoint({
    ...calls.get,
    method: 'post',
    path: `${calls.get.path}/duplicate`,
    access: 'bearer',
    permission: calls.create.permission,
    summary:
      'Create another key with the permissions and tags of this one, which ends at the given time; until then both work',
    isCritical: true,
    body: ifAllGiven(keyDuplicateSchema),
    status: 201,
    failures: { 409: 'The name belongs to another key, or this key ends earlier' },
    audit: 'key.create',
    capability: ACCESS_LIMITS_CAPABILITY,
  }),
  usage: endpoint({
    ...calls.list,
    path: `${calls.list.path}/usage`,
    isHeavy: true,
    query: undefined,
    summary: 'Get when each key of a space was used, from where and for what',
    answer: z.array(keyUsageSchema),
    capability: 'key-usage',
  }),
}
