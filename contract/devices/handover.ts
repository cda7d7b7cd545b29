import { z } from 'zod'
import { doerSchema, endpoint, idSchema, timeSchema } from '../common'
import { tagRefSchema } from '../tags'
import { deviceEntity } from './device'
import { devicesApi, MOVE_CAPABILITY, oneDevice } from './endpoints'
import { deviceClaimSchema } from './link'

/** Why a device that was moved away cannot be changed. */
export const DEVICE_MOVED = 'the device was moved to another space; only its history is here'

/** Why a device cannot return to a space in which its history was just deleted. */
export const HISTORY_STAYS =
  'the history of this device in space_id was deleted, and not all of it is gone yet: delete it from the trash there, or move it later'

/** The space to move a device to. */
export const deviceMoveSchema = z.object({ space_id: idSchema })
export type DeviceMove = z.infer<typeof deviceMoveSchema>

/** Most messages left behind by a move that are counted; if there are more, the answer is one more than this. */
export const MOVED_MESSAGES_MAX = 1000

const named = z.object({ id: idSchema, name: z.string() })

/** The effects of moving a device. */
export const moveEffectsSchema = z
  .object({
    space: named,
    /** Tags that the device loses, because the other space has none of that name. */
    lost_tags: z.array(tagRefSchema),
    /** Tags of the other space that it gets, because they have the same names as its own. */
    kept_tags: z.array(tagRefSchema),
    /** Connectors that its messages will no longer trigger. */
    lost_connectors: z.array(named),
    /** Connectors of the other space that its messages will trigger. */
    new_connectors: z.array(named),
    /** Alert rules that will no longer apply to it. */
    lost_rules: z.array(named).default([]),
    /** Alert rules of the other space that will apply to it. */
    new_rules: z.array(named).default([]),
    /** Names of keys that will no longer see it. */
    lost_keys: z.array(z.string()),
    /** Names of its own variables, which come along. */
    variables: z.array(z.string()),
    /** Number of space-wide variables of the old space, which it loses. */
    lost_variables: z.number().int(),
    /** Pending downlinks, which are cancelled. */
    cancelled_downlinks: z.number().int(),
    /** Firmware jobs, which are cancelled. */
    cancelled_jobs: z.number().int(),
    /** Messages that stay readable in the old space; at most `MOVED_MESSAGES_MAX` and one are counted. */
    messages: z.number().int(),
    /** Histories of values, which stay in the old space and start anew in the other. */
    series: z.number().int().default(0),
  })
  .meta({ id: 'MoveEffects' })
export type MoveEffects = z.infer<typeof moveEffectsSchema>

/** A replacement of a device's hardware, in its history. */
export const replacementSchema = z
  .object({
    id: idSchema,
    created_at: timeSchema,
    old_serial_number: z.string(),
    new_serial_number: z.string(),
    /** Name of the person or key that replaced it, at that time. */
    by: doerSchema.nullable(),
  })
  .meta({ id: 'DeviceReplacement' })
export type DeviceReplacement = z.infer<typeof replacementSchema>

const shared = { tag: 'Devices', params: oneDevice, status: 200 } as const
const ONE = devicesApi.get.path

/** Calls that move a device to another space, or replace its hardware. */
export const handoverApi = {
  moveEffects: endpoint({
    ...shared,
    access: 'bearer',
    method: 'get',
    path: `${ONE}/move`,
    isHeavy: true,
    summary: 'Get the effects of moving a device to another space',
    permission: 'space:device:delete',
    query: deviceMoveSchema,
    answer: moveEffectsSchema,
    failures: {
      409: 'The device was moved away already, or its deleted history is not yet gone from the other space',
    },
    capability: MOVE_CAPABILITY,
  }),
  move: endpoint({
    ...shared,
    access: 'bearer',
    method: 'post',
    path: `${ONE}/move`,
    summary:
      'Move a device to another space, in which the caller may create devices; its messages stay readable in this one',
    permission: 'space:device:delete',
    body: deviceMoveSchema,
    isCritical: true,
    answer: deviceEntity.schema,
    failures: {
      409: 'The device was moved away already, or its deleted history is not yet gone from the other space',
    },
    capability: MOVE_CAPABILITY,
    audit: 'device.move',
  }),
  replace: endpoint({
    ...shared,
    access: 'bearerOrKey',
    method: 'post',
    path: `${ONE}/replace`,
    summary:
      'Replace the hardware of a device; everything else of it stays, the old hardware is refused from then on',
    permission: 'space:device:update',
    body: deviceClaimSchema,
    answer: deviceEntity.schema,
    failures: {
      409: 'The serial number belongs to a device that was claimed already, or is that of this one',
    },
    capability: 'device-replace',
    audit: 'device.replace',
  }),
  replacements: endpoint({
    ...shared,
    access: 'bearerOrKey',
    method: 'get',
    path: `${ONE}/replacements`,
    summary: 'List when the hardware of a device was replaced, the newest first',
    permission: 'space:device:read',
    answer: z.array(replacementSchema),
    capability: 'device-replace',
  }),
}
