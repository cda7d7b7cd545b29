import { z } from 'zod'
import { colorSchema, endpoint, idSchema, LIST_LIMIT, limitSchema, nameSchema, timeSchema } from '../common'
import { inSpace } from '../spaces'

/** A tag of a device or connector. */
export const tagRefSchema = z
  .object({ id: idSchema, name: z.string(), color: z.string() })
  .meta({ id: 'TagRef' })
export type TagRef = z.infer<typeof tagRefSchema>

/** Tags to set on a device or connector. Only their ids matter; names and colours are ignored. Spec 2, section 7. */
export const tagsInputSchema = z
  .array(tagRefSchema.partial({ name: true, color: true }))
  .max(100, 'must have at most 100 entries')
  .default([])

/** A coloured tag. Spec 2, section 3. */
export const tagSchema = z
  .object({
    id: idSchema,
    name: nameSchema,
    color: colorSchema,
    access_type: z.enum(['read', 'write']),
    created_at: timeSchema,
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

export const tagsApi = {
  list: endpoint({
    method: 'get',
    path: '/spaces/{spaceId}/tags',
    summary: 'List the tags of a space',
    tag: 'Tags',
    access: 'bearer',
    permission: 'space:tag:read',
    params: inSpace,
    query: z.object({ limit: limitSchema(LIST_LIMIT) }),
    status: 200,
    answer: z.array(tagSchema),
  }),
}
