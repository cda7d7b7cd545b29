import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  endpoint,
  idSchema,
  NAME_MIN_LENGTH,
  ONE_LINE,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { CONFIGURATION_CAPABILITY } from '../devices'
import { callsOf, entity } from '../entity'
import { tagRefSchema, tagsInputSchema } from '../tags'
import { settingsSchema } from './setting'

/** Most templates of a space. */
export const CONFIG_TEMPLATES_MAX = 1000

const templateNameSchema = z
  .string({ error: 'is required' })
  .trim()
  .min(NAME_MIN_LENGTH, `must have at least ${NAME_MIN_LENGTH} characters`)
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .regex(ONE_LINE, 'must be one line')

/** Settings to wish for devices. Rules, "Configuration". */
export const configTemplateEntity = entity({
  name: 'configTemplate',
  plural: 'config-templates',
  title: 'Configuration',
  isNameUnique: true,
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: templateNameSchema },
    settings: { read: z.record(z.string(), z.string()).default({}), input: settingsSchema },
    /** The tags of the devices that it is meant for; none means all devices. */
    tags: { read: z.array(tagRefSchema).default([]), input: tagsInputSchema, initial: [] },
    comment: {
      read: z.string().nullable().default(null),
      input: z
        .string()
        .trim()
        .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)
        .nullable(),
      initial: null,
    },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type ConfigTemplate = z.infer<typeof configTemplateEntity.schema>
export type ConfigTemplateCreate = z.infer<typeof configTemplateEntity.create>
export type ConfigTemplateUpdate = z.infer<typeof configTemplateEntity.update>

const calls = callsOf(configTemplateEntity)
const shared = { capability: CONFIGURATION_CAPABILITY } as const

/** Templates of a space, whose settings can be wished for devices. Rules, "Configuration". */
export const configTemplatesApi = {
  list: endpoint({ ...calls.list, ...shared, summary: 'List the configuration templates of a space' }),
  create: endpoint({ ...calls.create, ...shared, summary: 'Create a configuration template' }),
  get: endpoint({ ...calls.get, ...shared, summary: 'Get a configuration template' }),
  update: endpoint({
    ...calls.update,
    ...shared,
    summary: 'Update a configuration template; what is not sent is kept, and no device changes',
  }),
  delete: endpoint({
    ...calls.delete,
    ...shared,
    summary: 'Delete a configuration template; no device changes',
  }),
}
