import { z } from 'zod'
import { endpoint, idSchema, limitSchema } from '../common'
import { oneDevice } from '../devices'
import { NO_DOWNLINKS } from '../messages'
import { firmwareCreateSchema, firmwareJobSchema } from './firmware'

/** Number of jobs that the console asks for. Rules, "Firmware". */
export const FIRMWARE_LIMIT = 100

const shared = { tag: 'Firmware', access: 'bearerOrKey' } as const
const path = '/spaces/{spaceId}/devices/{deviceId}/firmware'

export const firmwareApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path,
    summary: 'List the firmware jobs of a device, newest first',
    permission: 'space:device:read',
    params: oneDevice,
    query: z.object({ limit: limitSchema(FIRMWARE_LIMIT) }),
    status: 200,
    answer: z.array(firmwareJobSchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path,
    summary: 'Schedule the download of a firmware to a device',
    permission: 'space:device:firmware:create',
    params: oneDevice,
    body: firmwareCreateSchema,
    status: 201,
    answer: firmwareJobSchema,
    failures: { 409: NO_DOWNLINKS },
    audit: 'firmware.create',
  }),
  cancel: endpoint({
    ...shared,
    method: 'delete',
    path: `${path}/{jobId}`,
    summary: 'Cancel a firmware job that is scheduled or downloading',
    permission: 'space:device:firmware:delete',
    params: oneDevice.extend({ jobId: idSchema }),
    status: 200,
    answer: firmwareJobSchema,
    failures: { 409: 'The job is swapping or has ended' },
    capability: 'firmware-cancel',
    audit: 'firmware.cancel',
  }),
}
