import { z } from 'zod'
import { EXAMPLE_ID, idSchema, ifGiven, jsonSchema } from '../common'
import type { KeyPermission } from '../permissions'
import type { Tag } from '../tags'
import { CONFIG_SAVE_REFUSED, containsConfigSave } from './configSave'
import { expiresAtSchema } from './confirmations'
import { downStateSchema, type MessageType, messageTypeSchema } from './message'

/** Types of messages that a person can send to a device; the first is the default. Rules, "Downlinks". */
export const DOWNLINK_TYPES = ['config', 'data', 'shell'] as const
const downlinkTypeSchema = z.enum(DOWNLINK_TYPES)
export type DownlinkType = z.infer<typeof downlinkTypeSchema>

/** Why a downlink to a device was refused. Rules, "Downlinks". */
export const NO_DOWNLINKS = 'the tags of this device allow no downlinks'

/**
 * A message to send: a JSON value or JSON text is accepted as the body, and commands as plain text, one on each line. Rules, "Downlinks".
 */
export const messageCreateSchema = z
  .object({
    device_id: idSchema,
    type: downlinkTypeSchema,
    body: jsonSchema,
    expires_at: ifGiven(expiresAtSchema).optional(),
    replaces: ifGiven(
      idSchema.nullish().describe('Id of a downlink to the same device that this one makes needless'),
    ).optional(),
  })
  .refine(({ type, body }) => type !== 'config' || !containsConfigSave(body), {
    path: ['body'],
    message: CONFIG_SAVE_REFUSED,
  })
  .meta({
    examples: [
      { device_id: EXAMPLE_ID, type: 'config', body: ['app config interval-report 1800'] },
      { device_id: EXAMPLE_ID, type: 'shell', body: ['info show'] },
    ],
  })
export type MessageCreate = z.infer<typeof messageCreateSchema>

/** The only update of a message: cancelling a downlink that is pending or waits for a confirmation. Rules, "Downlinks". */
export const messageUpdateSchema = z.object({ down_state: downStateSchema.extract(['cancelled']) })

/** Permission to send (`create`) or cancel (`delete`) a downlink of a type. Rules, "Roles and permissions". */
export function downlinkPermission(type: MessageType, verb: 'create' | 'delete'): KeyPermission {
  if (type === 'config' || type === 'shell' || type === 'firmware') return `space:device:${type}:${verb}`
  return `space:device:downlink:${verb}`
}

const downlinkPermissions = (verb: 'create' | 'delete') => [
  ...new Set(messageTypeSchema.options.map((type) => downlinkPermission(type, verb))),
]

/** Permissions of all types of downlinks; a call needs the one for its type. */
export const DOWNLINK_PERMISSIONS = {
  create: downlinkPermissions('create'),
  delete: downlinkPermissions('delete'),
}

/**
 * Whether a device with these tags takes downlinks. It does not if all of them have the access type `read`.
 * Rules, "Downlinks".
 */
export const allowsDownlinks = (tags: readonly Pick<Tag, 'access_type'>[]): boolean =>
  tags.length === 0 || tags.some(({ access_type }) => access_type === 'write')
