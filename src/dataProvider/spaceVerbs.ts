import { connectorsApi } from '#contract/connectors'
import { devicesApi } from '#contract/devices'
import { FIRMWARE_LIMIT, type FirmwareCreate, firmwareApi } from '#contract/firmware'
import { keysApi } from '#contract/keys'
import { type MessageCreate, messagesApi } from '#contract/messages'
import { tagsApi } from '#contract/tags'
import { usersApi } from '#contract/users'
import { type Client, callEndpoint, type QueryValue } from './client'

/** A query of the message list, as the contract has it. Times are ISO, `offset` a row offset or the id of the last row read. */
export type MessageQuery = Partial<
  Record<
    'device_id' | 'tag_id' | 'after' | 'before' | 'direction' | 'type' | 'down_state' | 'limit' | 'offset',
    QueryValue
  >
>

/** Which deliveries: their states, and the time of an attempt (ISO). */
type DeliveryFilter = Partial<Record<'state' | 'after' | 'before', QueryValue>>

/** What the console asks of a space beyond react-admin's verbs. */
export type SpaceVerbs = ReturnType<typeof createSpaceVerbs>

/** The verbs of one space. Errors of each: those of the client. */
export function createSpaceVerbs(client: Client, spaceId: string) {
  const ofMessage = (messageId: string) => ({ params: { spaceId, messageId } })
  const ofDevice = (deviceId: string) => ({ params: { spaceId, deviceId } })
  const ofConnector = (connectorId: string) => ({ params: { spaceId, connectorId } })
  const ofUser = (userId: string) => ({ params: { spaceId, userId } })
  const ofDelivery = (connectorId: string, deliveryId: string) => ({
    params: { spaceId, connectorId, deliveryId },
  })
  return {
    /** One page of messages, newest first. Without `after` the server starts 24 hours ago. */
    listMessages: (query: MessageQuery, signal?: AbortSignal) =>
      callEndpoint(client, messagesApi.list, { params: { spaceId }, query, signal }),
    /** How many messages match; undefined when the call was denied. */
    countMessages: async (query: MessageQuery, signal?: AbortSignal): Promise<number | undefined> =>
      (await callEndpoint(client, messagesApi.count, { params: { spaceId }, query, signal })).count,
    getMessageEvents: (id: string, signal?: AbortSignal) =>
      callEndpoint(client, messagesApi.events, { ...ofMessage(id), signal }),
    scheduleMessage: (body: MessageCreate) =>
      callEndpoint(client, messagesApi.create, { params: { spaceId }, body }),
    cancelMessage: (id: string) =>
      callEndpoint(client, messagesApi.update, { ...ofMessage(id), body: { down_state: 'cancelled' } }),

    /** Devices that match the text, the best first; on servers with the capability `device-search`. */
    searchDevices: (text: string, limit: number, signal?: AbortSignal) =>
      callEndpoint(client, devicesApi.search, { params: { spaceId }, query: { text, limit }, signal }),

    listFirmware: (deviceId: string, signal?: AbortSignal) =>
      callEndpoint(client, firmwareApi.list, {
        ...ofDevice(deviceId),
        query: { limit: FIRMWARE_LIMIT },
        signal,
      }),
    scheduleFirmware: (deviceId: string, body: FirmwareCreate) =>
      callEndpoint(client, firmwareApi.create, { ...ofDevice(deviceId), body }),
    /** Only on a server with the capability `firmware-cancel`. */
    cancelFirmware: (deviceId: string, jobId: string) =>
      callEndpoint(client, firmwareApi.cancel, { params: { spaceId, deviceId, jobId } }),
    getSession: (deviceId: string, sessionId: number, signal?: AbortSignal) =>
      callEndpoint(client, devicesApi.session, { params: { spaceId, deviceId, sessionId }, signal }),

    /** What carries each tag; only on a server with the capability `tag-usage`. */
    getTagUsage: (signal?: AbortSignal) =>
      callEndpoint(client, tagsApi.usage, { params: { spaceId }, signal }),
    /** Only on servers with the capability `key-usage`. */
    listKeyUsage: (signal?: AbortSignal) =>
      callEndpoint(client, keysApi.usage, { params: { spaceId }, signal }),

    /** The last 24 hours of a connector, by the hour. */
    getStatistics: (id: string, signal?: AbortSignal) =>
      callEndpoint(client, connectorsApi.statistics, { ...ofConnector(id), signal }),
    /** The verbs of deliveries are those of servers with the capability `deliveries`. */
    countDeliveries: async (id: string, query: DeliveryFilter, signal?: AbortSignal) =>
      (await callEndpoint(client, connectorsApi.deliveryCount, { ...ofConnector(id), query, signal })).count,
    getDelivery: (id: string, deliveryId: string, signal?: AbortSignal) =>
      callEndpoint(client, connectorsApi.delivery, { ...ofDelivery(id, deliveryId), signal }),
    retryDelivery: (id: string, deliveryId: string) =>
      callEndpoint(client, connectorsApi.retry, ofDelivery(id, deliveryId)),
    /** Tries all failed deliveries of the time again, and answers how many they are. Times are ISO. */
    retryDeliveries: async (id: string, body: { after?: string; before?: string }) =>
      (await callEndpoint(client, connectorsApi.retryAll, { ...ofConnector(id), body })).count,
    /** Only on servers with the capability `connector-secret`, like the next. */
    getConnectorSecret: async (id: string, signal?: AbortSignal) =>
      (await callEndpoint(client, connectorsApi.secret, { ...ofConnector(id), signal })).secret,
    rotateConnectorSecret: async (id: string) =>
      (await callEndpoint(client, connectorsApi.rotateSecret, ofConnector(id))).secret,

    /** The verbs of invitations are those of servers with the capability `invitations`. */
    listInvitations: (signal?: AbortSignal) =>
      callEndpoint(client, usersApi.invitations, { params: { spaceId }, signal }),
    resendInvitation: (userId: string) => callEndpoint(client, usersApi.resend, ofUser(userId)),
    getInvitationLink: async (userId: string) =>
      (await callEndpoint(client, usersApi.link, ofUser(userId))).link,
  }
}
