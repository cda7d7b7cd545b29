import { z } from 'zod'
import {
  countQuery,
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  limitSchema,
  listOf,
  offsetSchema,
  sendOne,
  timeQuerySchema,
} from '../common'
import { inSpace } from '../entity'
import { CONFIRMATIONS_CAPABILITY, cancelResultSchema, messagesCancelSchema } from './confirmations'
import { DOWNLINK_PERMISSIONS, messageCreateSchema, messageUpdateSchema, NO_DOWNLINKS } from './downlink'
import { messageEventSchema } from './event'
import {
  directionSchema,
  downOutcomeSchema,
  downStateSchema,
  messageSchema,
  messageWordSchema,
} from './message'
import { uplinkAnswerSchema, uplinkBatchAnswerSchema, uplinkBatchSchema, uplinkSchema } from './uplink'

/** Earlier than all messages: `after` of a search in all messages. Rules, "Requests". */
export const FIRST_MESSAGE_AT = '2023-01-01T00:00:00.000Z'

const filters = z.object({
  device_id: idSchema.optional(),
  tag_id: idSchema.optional(),
  after: timeQuerySchema
    .optional()
    .describe('ISO-8601 time; messages at this time or later; 24 hours ago by default'),
  before: timeQuerySchema.optional().describe('ISO-8601 time; messages at this time or earlier'),
  direction: sendOne(listOf(directionSchema), directionSchema.options),
  type: listOf(messageWordSchema).describe('`codec` means encoder and decoder; no message is `stats`'),
  down_state: listOf(downStateSchema).describe('States of downlinks; with the capability `device-state`'),
  down_outcome: listOf(downOutcomeSchema).describe(
    'What became of downlinks; with the capability `confirmations`',
  ),
})
export type MessageFilters = z.infer<typeof filters>

const messageCountQuery = filters.extend(countQuery)
export type MessageCountQuery = z.infer<typeof messageCountQuery>

/** Query of the message list; newest first. Rules, "Requests". */
export const messageListQuery = filters.extend({
  limit: limitSchema(20),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
})
export type MessageListQuery = z.infer<typeof messageListQuery>

const oneMessage = inSpace.extend({ messageId: idSchema })

const shared = { tag: 'Messages', access: 'bearerOrKey', permission: 'space:message:read' } as const
const device = { tag: 'Messages', access: 'device', method: 'post', status: 201 } as const

export const messagesApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/messages',
    summary: 'List the messages of a space, a device or a tag, newest first',
    params: inSpace,
    query: messageListQuery,
    status: 200,
    answer: z.array(messageSchema),
    failures: { 429: 'Too many large pages are being sent' },
  }),
  count: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/messages/count',
    isHeavy: true,
    summary: 'Count the messages that the filters match',
    params: inSpace,
    query: messageCountQuery,
    status: 200,
    answer: countSchema,
  }),
  get: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/messages/{messageId}',
    summary: 'Get a message',
    params: oneMessage,
    status: 200,
    answer: messageSchema,
  }),
  events: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/messages/{messageId}/events',
    summary: 'List the newest 1000 events of a message, oldest first',
    params: oneMessage,
    status: 200,
    answer: z.array(messageEventSchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/messages',
    summary: 'Schedule a downlink; this needs the permission to create downlinks of its type',
    permission: DOWNLINK_PERMISSIONS.create,
    params: inSpace,
    body: messageCreateSchema,
    messageAt: ['body'],
    status: 201,
    answer: messageSchema,
    failures: { 409: NO_DOWNLINKS },
    audit: 'message.create',
  }),
  update: endpoint({
    ...shared,
    method: 'put',
    path: '/spaces/{spaceId}/messages/{messageId}',
    summary:
      'Cancel a downlink that is pending or waits for a confirmation; this needs the permission to delete downlinks of its type',
    permission: DOWNLINK_PERMISSIONS.delete,
    params: oneMessage,
    body: messageUpdateSchema,
    status: 200,
    answer: messageSchema,
    failures: { 409: 'The message is not a pending downlink' },
    audit: 'message.cancel',
  }),
  cancel: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/messages/cancel',
    isHeavy: true,
    summary:
      'Cancel many downlinks, each as with one; the answer says for each whether the caller and its state allowed it',
    permission: DOWNLINK_PERMISSIONS.delete,
    params: inSpace,
    body: messagesCancelSchema,
    status: 200,
    answer: z.array(cancelResultSchema),
    capability: CONFIRMATIONS_CAPABILITY,
    audit: 'message.cancel',
  }),
  uplink: endpoint({
    ...device,
    path: '/devices/uplink',
    summary: 'Send a message from a device; the answer hands over its pending downlinks',
    body: uplinkSchema,
    messageAt: ['body'],
    answer: uplinkAnswerSchema,
    failures: { 401: 'The serial number or the claim token is wrong' },
    capability: 'uplink',
    // Uplinks are measurements, not changes; the messages themselves are kept.
    audit: null,
  }),
  uplinks: endpoint({
    ...device,
    path: '/devices/uplinks',
    isHeavy: true,
    summary: 'Send messages from many devices; each is stored or refused on its own',
    body: uplinkBatchSchema,
    messageAt: ['uplinks', 'body'],
    answer: uplinkBatchAnswerSchema,
    capability: 'uplinks',
    // Uplinks are measurements, not changes; the messages themselves are kept.
    audit: null,
  }),
}
