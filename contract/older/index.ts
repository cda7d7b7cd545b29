import { z } from 'zod'
import { endpoint, idSchema } from '../common'
import { devicesApi } from '../devices'
import { messagesApi } from '../messages'

/** A key has one space, which these calls use. */
const ofKey = { tag: 'Older clients', access: 'key', params: undefined } as const

/** Calls of programs that are older than spaces in paths. Newer ones name the space. */
export const olderApi = {
  space: endpoint({
    ...ofKey,
    method: 'post',
    path: '/auth/space',
    summary: 'Choose the space for the calls that name none; the token is the key, which has no other space',
    permission: 'space:read',
    body: z.object({ space_id: idSchema }),
    status: 200,
    answer: z.object({ access_token: z.string() }).meta({ id: 'SpaceToken' }),
    failures: { 404: 'It is not the space of the key' },
    audit: null,
  }),
  devices: endpoint({
    ...devicesApi.list,
    ...ofKey,
    path: '/devices',
    summary: 'List the devices of the space of the key',
  }),
  createDevice: endpoint({
    ...devicesApi.create,
    ...ofKey,
    path: '/devices',
    summary: 'Claim a device for the space of the key',
  }),
  createMessage: endpoint({
    ...messagesApi.create,
    ...ofKey,
    path: '/messages',
    summary: 'Schedule a downlink for a device of the space of the key',
    failures: { ...messagesApi.create.failures, 404: 'There is no such device, or the key does not see it' },
  }),
}
