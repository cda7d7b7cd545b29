import { z } from 'zod'
import {
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  limitSchema,
  offsetSchema,
  orderSchema,
  searchSchema,
} from '../common'
import { deviceEntity } from '../devices'

/** A device as the admin area shows it. Rules, "Admin area". */
const adminDeviceSchema = deviceEntity.schema
  .pick({ id: true, name: true, serial_number: true, last_seen: true, created_at: true })
  .extend({ space_id: idSchema, space_name: z.string() })
  .meta({ id: 'AdminDevice' })
export type AdminDevice = z.infer<typeof adminDeviceSchema>

export const ADMIN_DEVICE_SORTS = ['id', 'name', 'serial_number', 'space_name', 'last_seen'] as const

const filters = z.object({
  text: searchSchema.optional().describe('Part of the serial number, of the name or of the space’s name'),
  space_id: idSchema.optional(),
})
export type AdminDeviceFilters = z.infer<typeof filters>

const adminDeviceListQuery = filters.extend({
  limit: limitSchema(40),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
  sort_by: z.enum(ADMIN_DEVICE_SORTS).default('id'),
  order_by: orderSchema.default('desc'),
})
export type AdminDeviceListQuery = z.infer<typeof adminDeviceListQuery>

const shared = {
  tag: 'Administration',
  access: 'bearer',
  permission: 'admin:access',
  method: 'get',
  status: 200,
} as const

/** The devices of all spaces, for system administrators. Rules, "Admin area". */
export const adminDevicesApi = {
  list: endpoint({
    ...shared,
    path: '/admin/devices',
    summary: 'List the devices of all spaces',
    query: adminDeviceListQuery,
    answer: z.array(adminDeviceSchema),
  }),
  count: endpoint({
    ...shared,
    path: '/admin/devices/count',
    isHeavy: true,
    summary: 'Count the devices that the filters match',
    query: filters,
    answer: countSchema,
  }),
}
