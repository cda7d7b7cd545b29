import { endpoint, jsonSchema } from '../common'
import { oneDevice } from '../devices'
import { downlinkPermission, NO_DOWNLINKS } from './downlink'
import { messageSchema } from './message'

/** The body of a downlink whose type is in the path. An empty list is refused. */
const bodySchema = jsonSchema.refine(
  (body) => !(Array.isArray(body) && body.length === 0),
  'must not be empty',
)

const shared = {
  tag: 'Messages',
  access: 'bearerOrKey',
  method: 'post',
  params: oneDevice,
  messageAt: [],
  status: 201,
  answer: messageSchema,
  failures: { 409: NO_DOWNLINKS },
  capability: 'device-downlinks',
  audit: 'message.create',
} as const

const DEVICE = '/spaces/{spaceId}/devices/{deviceId}'

/** Other names of `messagesApi.create`, whose body is that of the message. The console does not use them. */
export const downlinkNamesApi = {
  config: endpoint({
    ...shared,
    path: `${DEVICE}/configs`,
    summary:
      'Schedule a downlink of the type config; the body is a list of commands, plain text with one a line, or any JSON',
    permission: downlinkPermission('config', 'create'),
    body: bodySchema.meta({ examples: [['app config interval-report 1800']] }),
  }),
  shell: endpoint({
    ...shared,
    path: `${DEVICE}/commands`,
    summary:
      'Schedule a downlink of the type shell; the body is a list of commands, or plain text with one a line',
    permission: downlinkPermission('shell', 'create'),
    body: bodySchema.meta({ examples: [['info show']] }),
  }),
  data: endpoint({
    ...shared,
    path: `${DEVICE}/downlinks`,
    summary: 'Schedule a downlink of the type data; the body is any JSON',
    permission: downlinkPermission('data', 'create'),
    body: bodySchema.meta({ examples: [{ output_1: 1 }] }),
  }),
}
