import { z } from 'zod'
import {
  colorSchema,
  endpoint,
  idSchema,
  nameSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { callsOf, entity } from '../entity'

/** A tag of a device or connector. */
export const tagRefSchema = z
  .object({ id: idSchema, name: z.string(), color: z.string() })
  .meta({ id: 'TagRef' })
export type TagRef = z.infer<typeof tagRefSchema>

/** Tags to set on a key; null is none. Only their ids matter; names and colours are ignored. Rules, "Tags". */
export const keyTagsSchema = z
  .array(
    z
      .object({
        id: idSchema,
        name: z.string().max(TEXT_MAX_LENGTH).nullish(),
        color: z.string().max(TEXT_MAX_LENGTH).nullish(),
      })
      .meta({ id: 'TagChoice' }),
  )
  .max(100, 'must have at most 100 entries')
  .nullable()
  .transform((tags) => tags ?? [])

const blankSchema = z.looseObject({ id: z.literal('') })

/** Tags to set on a device or a connector: a tag with an empty id is ignored. Not so for a key, which would see more without its tags. */
export const tagsInputSchema = z.preprocess(
  (tags) => (Array.isArray(tags) ? tags.filter((tag) => !blankSchema.safeParse(tag).success) : tags),
  keyTagsSchema,
)

/** `write` tags let devices take downlinks, `read` tags do not. Rules, "Tags". */
export const accessTypeSchema = z.enum(['read', 'write'])

/** A coloured tag; a new one has the access type `write` by default. Rules, "Tags". */
export const tagEntity = entity({
  name: 'tag',
  plural: 'tags',
  title: 'Tags',
  isNameUnique: true,
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: nameSchema },
    color: { read: colorSchema, input: colorSchema },
    access_type: { read: accessTypeSchema, input: accessTypeSchema.optional() },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type Tag = z.infer<typeof tagEntity.schema>
export type TagInput = z.infer<typeof tagEntity.input>
export type TagUpdate = z.infer<typeof tagEntity.update>

/** Palette for new tags: 16 colours that stay readable in both themes. Rules, "Tags". */
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

/** Use of a tag: devices, connectors, and the keys that are limited to it. */
const tagUsageSchema = z
  .object({
    tag_id: idSchema,
    devices: z.number().int(),
    connectors: z.number().int(),
    keys: z.number().int(),
  })
  .meta({ id: 'TagUsage' })
export type TagUsage = z.infer<typeof tagUsageSchema>

/** Why a tag was not deleted: without it, keys and people who are limited to it would see every device. */
export const TAG_IS_LIMIT = 'keys or people are limited to this tag, take it off them or delete them first'

const calls = callsOf(tagEntity)

export const tagsApi = {
  ...calls,
  delete: endpoint({
    ...calls.delete,
    summary: 'Delete a tag; its devices and connectors lose it',
    failures: { 409: TAG_IS_LIMIT },
  }),
  usage: endpoint({
    ...calls.list,
    path: `${calls.list.path}/usage`,
    isHeavy: true,
    query: undefined,
    summary: 'Count the devices, connectors and keys that carry each tag of a space',
    answer: z.array(tagUsageSchema),
    capability: 'tag-usage',
  }),
}
