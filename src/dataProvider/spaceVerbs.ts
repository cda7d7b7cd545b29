import { devicesApi, type Session } from '#contract/devices'
import { FIRMWARE_LIMIT, type FirmwareCreate, type FirmwareJob, firmwareApi } from '#contract/firmware'
import { type Message, type MessageCreate, type MessageEvent, messagesApi } from '#contract/messages'
import { callEndpoint } from './callEndpoint'
import type { Client, QueryValue } from './client'
import { type ConnectorVerbs, createConnectorVerbs } from './connectorVerbs'

/** A query of the message list, as the contract has it. Times are ISO, `offset` a row offset or the id of the last row read. */
export type MessageQuery = Partial<
  Record<'device_id' | 'tag_id' | 'after' | 'before' | 'direction' | 'type' | 'limit' | 'offset', QueryValue>
>

/** What the console asks of a space beyond react-admin's verbs. */
export interface SpaceVerbs extends ConnectorVerbs {
  /** One page of messages, newest first. Without `after` the server starts 24 hours ago. */
  listMessages: (query: MessageQuery, signal?: AbortSignal) => Promise<Message[]>
  getMessageEvents: (messageId: string, signal?: AbortSignal) => Promise<MessageEvent[]>
  scheduleMessage: (message: MessageCreate) => Promise<Message>
  cancelMessage: (messageId: string) => Promise<Message>
  listFirmware: (deviceId: string, signal?: AbortSignal) => Promise<FirmwareJob[]>
  scheduleFirmware: (deviceId: string, firmware: FirmwareCreate) => Promise<FirmwareJob>
  /** Only on a server with the capability `firmware-cancel`. */
  cancelFirmware: (deviceId: string, jobId: string) => Promise<FirmwareJob>
  getSession: (deviceId: string, sessionId: number, signal?: AbortSignal) => Promise<Session>
}

/** The verbs of one space. */
export function createSpaceVerbs(client: Client, spaceId: string): SpaceVerbs {
  return {
    ...createConnectorVerbs(client, spaceId),
    listMessages: (query, signal) =>
      callEndpoint(client, messagesApi.list, { params: { spaceId }, query, signal }),
    getMessageEvents: (messageId, signal) =>
      callEndpoint(client, messagesApi.events, { params: { spaceId, messageId }, signal }),
    scheduleMessage: (body) => callEndpoint(client, messagesApi.create, { params: { spaceId }, body }),
    cancelMessage: (messageId) =>
      callEndpoint(client, messagesApi.update, {
        params: { spaceId, messageId },
        body: { down_state: 'cancelled' },
      }),
    listFirmware: (deviceId, signal) =>
      callEndpoint(client, firmwareApi.list, {
        params: { spaceId, deviceId },
        query: { limit: FIRMWARE_LIMIT },
        signal,
      }),
    scheduleFirmware: (deviceId, body) =>
      callEndpoint(client, firmwareApi.create, { params: { spaceId, deviceId }, body }),
    cancelFirmware: (deviceId, jobId) =>
      callEndpoint(client, firmwareApi.cancel, { params: { spaceId, deviceId, jobId } }),
    getSession: (deviceId, sessionId, signal) =>
      callEndpoint(client, devicesApi.session, { params: { spaceId, deviceId, sessionId }, signal }),
  }
}
