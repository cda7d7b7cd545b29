import { z } from 'zod'
import {
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  limitSchema,
  listOf,
  offsetSchema,
  orderSchema,
  TEXT_MAX_LENGTH,
} from '../common'
import { inSpace } from '../spaces'
import { deviceCreateSchema, deviceSchema, deviceUpdateSchema } from './device'
import { sessionSchema } from './session'
import { deviceStateSchema } from './state'

/** Name in `/config.json` of the calls that move devices to other spaces. */
export const MOVE_CAPABILITY = 'device-move'

/** What devices can be sorted by: fields, and their state, the worst first and then those that are in it for longest. Facts, "Requests". */
export const DEVICE_SORTS = [
  'id',
  'name',
  'serial_number',
  'external_id',
  'last_seen',
  'session_id',
  'state',
] as const

const filters = z.object({
  /** Part of the name, without regard to case. */
  name: z.string().max(TEXT_MAX_LENGTH).optional(),
  /** Part of the serial number. */
  serial_number: z.string().max(TEXT_MAX_LENGTH).optional(),
  external_id: z.string().max(TEXT_MAX_LENGTH).optional().describe('The whole external id'),
  /** `true` lists the devices that were moved to another space, instead of those that are here. */
  moved: z.enum(['true', 'false']).default('false'),
  state: listOf(deviceStateSchema).describe('With the capability `device-state`'),
  tag_ids: listOf(idSchema),
  tag_filter_logic: z.enum(['any', 'all']).default('any'),
})

/** Query of the device list. */
export const deviceListQuery = filters.extend({
  limit: limitSchema(40),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
  sort_by: z.enum(DEVICE_SORTS).default('id'),
  order_by: orderSchema.default('desc'),
})
export type DeviceListQuery = z.infer<typeof deviceListQuery>
export type DeviceFilters = z.infer<typeof filters>

/** Query of the device search. */
export const deviceSearchQuery = z.object({
  text: z
    .string({ error: 'is required' })
    .trim()
    .min(1, 'is required')
    .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
    .describe(
      'Of the name, the serial number or the external id, with one wrong letter a word; or how the id begins',
    ),
  limit: limitSchema(20),
})
export type DeviceSearchQuery = z.infer<typeof deviceSearchQuery>

/** What a search shows of a device. */
export const foundDeviceSchema = deviceSchema
  .pick({ id: true, name: true, serial_number: true })
  .meta({ id: 'FoundDevice' })
export type FoundDevice = z.infer<typeof foundDeviceSchema>

/** Path parameters of one device. */
export const oneDevice = inSpace.extend({ deviceId: idSchema })

const shared = { tag: 'Devices', access: 'bearerOrKey' } as const

export const devicesApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/devices',
    summary: 'List the devices of a space',
    permission: 'space:device:read',
    params: inSpace,
    query: deviceListQuery,
    status: 200,
    answer: z.array(deviceSchema),
  }),
  count: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/devices/count',
    summary: 'Count the devices that the filters match',
    permission: 'space:device:read',
    params: inSpace,
    query: filters,
    status: 200,
    answer: countSchema,
  }),
  search: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/devices/search',
    summary: 'Find devices, the best match first',
    permission: 'space:device:read',
    params: inSpace,
    query: deviceSearchQuery,
    status: 200,
    answer: z.array(foundDeviceSchema),
    capability: 'device-search',
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/devices',
    summary: 'Claim a device for the space',
    permission: 'space:device:create',
    params: inSpace,
    body: deviceCreateSchema,
    status: 201,
    answer: deviceSchema,
    failures: { 409: 'The serial number belongs to a device that was claimed already' },
    audit: 'device.create',
  }),
  get: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/devices/{deviceId}',
    summary: 'Get a device',
    permission: 'space:device:read',
    params: oneDevice,
    status: 200,
    answer: deviceSchema,
  }),
  update: endpoint({
    ...shared,
    method: 'put',
    isConditional: true,
    path: '/spaces/{spaceId}/devices/{deviceId}',
    summary: 'Update a device; what is not sent is kept, null clears',
    permission: 'space:device:update',
    params: oneDevice,
    body: deviceUpdateSchema,
    status: 200,
    answer: deviceSchema,
    audit: 'device.update',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: '/spaces/{spaceId}/devices/{deviceId}',
    summary: 'Delete a device with its messages',
    permission: 'space:device:delete',
    params: oneDevice,
    status: 204,
    audit: 'device.delete',
  }),
  session: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/devices/{deviceId}/sessions/{sessionId}',
    summary: 'Get a session of a device',
    permission: 'space:device:read',
    params: oneDevice.extend({ sessionId: z.coerce.number().int().positive() }),
    status: 200,
    answer: sessionSchema,
  }),
}
