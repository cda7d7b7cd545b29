import { z } from 'zod'
import { doerSchema, endpoint, idSchema, knownOrNull, timeSchema, versionSchema } from '../common'
import { CONFIGURATION_CAPABILITY, configurationStateSchema, devicesApi, oneDevice } from '../devices'
import { downlinkPermission, NO_DOWNLINKS } from '../messages'
import { configurationFormSchema, differenceSchema } from './configuration'
import { wishesSchema } from './setting'

const settingSchema = z.object({ name: z.string(), value: z.string() }).meta({ id: 'Setting' })
export type Setting = z.infer<typeof settingSchema>

/** The configuration of a device: what it has reported, and what is wished. Rules, "Configuration". */
const configurationSchema = z
  .object({
    /** The settings of its last report, by name. */
    reported: z.array(settingSchema).default([]),
    /** When they were measured, otherwise when they were received; null if it has not reported any. */
    reported_at: timeSchema.nullable().default(null),
    /** How the device writes them. */
    form: knownOrNull(configurationFormSchema),
    /** Whether the device has more settings than `reported`, or longer ones. */
    is_partial: z.boolean().default(false),
    /** The settings that people wish, by name. */
    wished: z.array(settingSchema).default([]),
    wished_at: timeSchema.nullable().default(null),
    wished_by: doerSchema.nullable().default(null),
    /** The wished settings that the device does not have. */
    differences: z.array(differenceSchema).default([]),
    state: configurationStateSchema.default('none'),
    /** When the state began. */
    since: timeSchema.nullable().default(null),
    /** The last downlink that ordered settings. */
    order_id: idSchema.nullable().default(null),
    version: versionSchema,
  })
  .meta({ id: 'Configuration' })
export type Configuration = z.infer<typeof configurationSchema>

const shared = {
  tag: 'Configuration',
  path: `${devicesApi.get.path}/configuration`,
  access: 'bearerOrKey',
  params: oneDevice,
  status: 200,
  answer: configurationSchema,
  capability: CONFIGURATION_CAPABILITY,
} as const

export const configurationApi = {
  read: endpoint({
    ...shared,
    method: 'get',
    isHeavy: true,
    summary:
      'Get the configuration of a device: the settings that it has reported, and those that are wished',
    permission: 'space:device:read',
  }),
  wish: endpoint({
    ...shared,
    method: 'put',
    summary:
      'Wish settings of a device; others stay as they are, null takes a wish back. A downlink orders what differs',
    permission: downlinkPermission('config', 'create'),
    body: z.object({ wished: wishesSchema.default({}) }),
    isConditional: true,
    failures: { 409: NO_DOWNLINKS },
    audit: 'configuration.update',
  }),
}
