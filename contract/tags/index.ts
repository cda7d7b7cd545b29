import { z } from 'zod'
import {
  colorSchema,
  endpoint,
  idSchema,
  LIST_LIMIT,
  limitSchema,
  nameSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { inSpace } from '../spaces'

/** A tag of a device or connector. */
export const tagRefSchema = z
  .object({ id: idSchema, name: z.string(), color: z.string() })
  .meta({ id: 'TagRef' })
export type TagRef = z.infer<typeof tagRefSchema>

/**
 * Tags to set on a device, a connector or a key; null is none. Only their ids matter; names and colours are ignored.
 * Spec 2, section 7.
 */
export const tagsInputSchema = z
  .array(
    z.object({
      id: idSchema,
      name: z.string().max(TEXT_MAX_LENGTH).nullish(),
      color: z.string().max(TEXT_MAX_LENGTH).nullish(),
    }),
  )
  .max(100, 'must have at most 100 entries')
  .nullable()
  .transform((tags) => tags ?? [])

/** `write` tags let devices take downlinks, `read` tags do not. Facts, "Entities beyond the specifications". */
export const accessTypeSchema = z.enum(['read', 'write'])

/** A coloured tag. Spec 2, section 3. */
export const tagSchema = z
  .object({
    id: idSchema,
    name: nameSchema,
    color: colorSchema,
    access_type: accessTypeSchema,
    created_at: timeSchema,
    version: versionSchema,
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof tagSchema>

/** Palette for new tags: 16 colours that stay readable in both themes. Spec 1, section 9. */
export const TAG_COLORS = [
  '#E53935',
  '#D81B60',
  '#8E24AA',
  '#5E35B1',
  '#3949AB',
  '#1E88E5',
  '#039BE5',
  '#00ACC1',
  '#00897B',
  '#43A047',
  '#7CB342',
  '#C0CA33',
  '#FDD835',
  '#FB8C00',
  '#F4511E',
  '#6D4C41',
] as const

/** Fields of a tag that a person can set. A new tag has the access type `write` where none is given. */
export const tagInputSchema = z.object({
  name: nameSchema,
  color: colorSchema,
  access_type: accessTypeSchema.optional(),
})
export type TagInput = z.infer<typeof tagInputSchema>

/** A change of a tag: what is not sent is kept. */
export const tagUpdateSchema = tagInputSchema.partial()
export type TagUpdate = z.infer<typeof tagUpdateSchema>

/** What carries a tag: devices, connectors, and the keys that are limited to it. */
export const tagUsageSchema = z
  .object({
    tag_id: idSchema,
    devices: z.number().int(),
    connectors: z.number().int(),
    keys: z.number().int(),
  })
  .meta({ id: 'TagUsage' })
export type TagUsage = z.infer<typeof tagUsageSchema>

/** Why a tag was not deleted: without it, keys that are limited to it would see every device. */
export const TAG_LIMITS_KEYS = 'keys are limited to this tag, take it off them or delete them first'

const oneTag = inSpace.extend({ tagId: idSchema })

const LIST = '/spaces/{spaceId}/tags'
const ONE = `${LIST}/{tagId}` as const
const shared = { tag: 'Tags', access: 'bearerOrKey', params: oneTag } as const
const read = { ...shared, method: 'get', permission: 'space:tag:read', status: 200 } as const

export const tagsApi = {
  list: endpoint({
    ...read,
    path: LIST,
    summary: 'List the tags of a space',
    params: inSpace,
    query: z.object({ limit: limitSchema(LIST_LIMIT) }),
    answer: z.array(tagSchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: LIST,
    summary: 'Create a tag',
    permission: 'space:tag:create',
    params: inSpace,
    body: tagInputSchema,
    status: 201,
    answer: tagSchema,
    audit: 'tag.create',
  }),
  get: endpoint({ ...read, path: ONE, summary: 'Get a tag', answer: tagSchema }),
  update: endpoint({
    ...shared,
    method: 'put',
    isConditional: true,
    path: ONE,
    summary: 'Update a tag; what is not sent is kept',
    permission: 'space:tag:update',
    body: tagUpdateSchema,
    status: 200,
    answer: tagSchema,
    audit: 'tag.update',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: ONE,
    summary: 'Delete a tag; its devices and connectors lose it',
    permission: 'space:tag:delete',
    status: 204,
    failures: { 409: TAG_LIMITS_KEYS },
    audit: 'tag.delete',
  }),
  usage: endpoint({
    ...read,
    path: `${LIST}/usage`,
    summary: 'Count the devices, connectors and keys that carry each tag of a space',
    params: inSpace,
    answer: z.array(tagUsageSchema),
    capability: 'tag-usage',
  }),
}
