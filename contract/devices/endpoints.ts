import { z } from 'zod'
import { endpoint, limitSchema, orderSchema, PATH_MAX_LENGTH, TEXT_MAX_LENGTH } from '../common'
import { pagedCallsOf } from '../entity'
import { deviceEntity } from './device'
import { deviceFilters } from './filters'
import { sessionSchema } from './session'

/** Name in `/config.json` of the calls that move devices to other spaces. */
export const MOVE_CAPABILITY = 'device-move'

/** Sorts of devices: fields, and their state, the worst first and then the longest in it. Rules, "Requests". */
export const DEVICE_SORTS = [
  'id',
  'name',
  'serial_number',
  'external_id',
  'last_seen',
  'session_id',
  'state',
] as const

/** Sorts devices by their last value of the series `series_path`. With the capability `series`. */
export const SERIES_SORT = 'series'

const calls = pagedCallsOf(deviceEntity, {
  filters: deviceFilters,
  sorts: DEVICE_SORTS,
})

const list = endpoint({
  ...calls.list,
  query: calls.list.query.extend({
    sort_by: z.enum([...DEVICE_SORTS, SERIES_SORT]).default('id'),
    series_path: z
      .string()
      .max(PATH_MAX_LENGTH)
      .optional()
      .describe(
        'With `sort_by=series`: the series by whose last value devices are sorted; those without it come last',
      ),
    order_by: orderSchema
      .optional()
      .describe('Without it, `asc` by state, so that the worst come first, and `desc` by anything else'),
  }),
})
export type DeviceFilters = z.infer<typeof calls.count.query>
export type DeviceListQuery = z.infer<typeof list.query>

const deviceSearchQuery = z.object({
  text: z
    .string({ error: 'is required' })
    .trim()
    .min(1, 'is required')
    .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
    .describe(
      'Of the name, the serial number, the external id, the comment or the labels, with one wrong letter a word; or how the id begins',
    ),
  limit: limitSchema(20),
})
export type DeviceSearchQuery = z.infer<typeof deviceSearchQuery>

/** The fields of a device in a search. */
const foundDeviceSchema = deviceEntity.schema
  .pick({ id: true, name: true, serial_number: true })
  .meta({ id: 'FoundDevice' })
export type FoundDevice = z.infer<typeof foundDeviceSchema>

/** Path parameters of one device. */
export const oneDevice = calls.get.params

export const devicesApi = {
  ...calls,
  list,
  search: endpoint({
    ...calls.list,
    path: '/spaces/{spaceId}/devices/search',
    isHeavy: true,
    summary: 'Find devices, the best match first',
    query: deviceSearchQuery,
    answer: z.array(foundDeviceSchema),
    capability: 'device-search',
  }),
  create: endpoint({
    ...calls.create,
    summary: 'Claim a device for the space',
    failures: { 409: 'The serial number belongs to a device that was claimed already' },
  }),
  update: endpoint({
    ...calls.update,
    summary: 'Update a device; what is not sent is kept, null clears',
    failures: { 409: 'The device was moved away' },
  }),
  delete: endpoint({ ...calls.delete, summary: 'Delete a device with its messages' }),
  session: endpoint({
    ...calls.get,
    path: `${calls.get.path}/sessions/{sessionId}`,
    summary: 'Get a session of a device',
    params: oneDevice.extend({ sessionId: z.coerce.number().int().positive() }),
    answer: sessionSchema,
  }),
}
