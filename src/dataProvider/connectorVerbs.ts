import { connectorsApi, type Delivery, type DeliveryDetail, type Statistics } from '#contract/connectors'
import { callEndpoint } from './callEndpoint'
import type { Client, QueryValue } from './client'

/** Which deliveries: their states, and the time of an attempt (ISO). */
type DeliveryFilter = Partial<Record<'state' | 'after' | 'before', QueryValue>>
type Page = DeliveryFilter & { limit?: QueryValue; cursor?: QueryValue }

/** What the console asks of the connectors of a space beyond react-admin's verbs. */
export interface ConnectorVerbs {
  /** The last 24 hours, by the hour. */
  getStatistics: (connectorId: string, signal?: AbortSignal) => Promise<Statistics>
  /** The verbs below are those of servers with the capability `deliveries`. One page, newest first. */
  listDeliveries: (connectorId: string, query: Page, signal?: AbortSignal) => Promise<Delivery[]>
  countDeliveries: (connectorId: string, query: DeliveryFilter, signal?: AbortSignal) => Promise<number>
  getDelivery: (connectorId: string, deliveryId: string, signal?: AbortSignal) => Promise<DeliveryDetail>
  retryDelivery: (connectorId: string, deliveryId: string) => Promise<Delivery>
  /** Tries all failed deliveries of the time again, and tells how many they are. Times are ISO. */
  retryDeliveries: (connectorId: string, time: { after?: string; before?: string }) => Promise<number>
  /** Only on servers with the capability `connector-secret`, like the next. */
  getConnectorSecret: (connectorId: string, signal?: AbortSignal) => Promise<string>
  rotateConnectorSecret: (connectorId: string) => Promise<string>
}

/** The verbs of the connectors of one space. */
export function createConnectorVerbs(client: Client, spaceId: string): ConnectorVerbs {
  const one = (connectorId: string) => ({ params: { spaceId, connectorId } })
  const delivery = (connectorId: string, deliveryId: string) => ({
    params: { spaceId, connectorId, deliveryId },
  })
  return {
    getStatistics: (id, signal) => callEndpoint(client, connectorsApi.statistics, { ...one(id), signal }),
    listDeliveries: (id, query, signal) =>
      callEndpoint(client, connectorsApi.deliveries, { ...one(id), query, signal }),
    countDeliveries: async (id, query, signal) =>
      (await callEndpoint(client, connectorsApi.deliveryCount, { ...one(id), query, signal })).count,
    getDelivery: (id, deliveryId, signal) =>
      callEndpoint(client, connectorsApi.delivery, { ...delivery(id, deliveryId), signal }),
    retryDelivery: (id, deliveryId) => callEndpoint(client, connectorsApi.retry, delivery(id, deliveryId)),
    retryDeliveries: async (id, body) =>
      (await callEndpoint(client, connectorsApi.retryAll, { ...one(id), body })).count,
    getConnectorSecret: async (id, signal) =>
      (await callEndpoint(client, connectorsApi.secret, { ...one(id), signal })).secret,
    rotateConnectorSecret: async (id) =>
      (await callEndpoint(client, connectorsApi.rotateSecret, one(id))).secret,
  }
}
