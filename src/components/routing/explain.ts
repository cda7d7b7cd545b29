import {
  type Connector,
  type Mismatch,
  mismatchesOf,
  sharedTags,
  WEBHOOK_EVENTS,
  type WebhookEventBody,
  webhookEventBodySchema,
} from '#contract/connectors'
import type { Device } from '#contract/devices'
import { type Message, type MessageEvent, type MessageType, typesOf } from '#contract/messages'
import { parseJson } from '../json/parseJson'

/** The messages of a device that would trigger each connector now; connectors without any come last. */
export function routesOfDevice(connectors: readonly Connector[], device: Pick<Device, 'tags'>) {
  const routes = connectors.map((connector) => {
    const { direction, triggers } = connector
    const types = typesOf(triggers)
    const mismatches = (type: MessageType) => mismatchesOf(connector, { type, direction }, device)
    return {
      connector,
      /** Message types in the connector's direction that trigger it. */
      types: types.filter((type) => mismatches(type).length === 0),
      shared: sharedTags(connector, device),
      /** Why no message triggers it; empty if one would. */
      obstacles: mismatches(types[0] ?? 'data'),
    }
  })
  return routes.toSorted((a, b) => Number(a.types.length === 0) - Number(b.types.length === 0))
}

/** Whether the next message of a device triggers a connector. */
export type DeviceRoute = ReturnType<typeof routesOfDevice>[number]

/** Why no message of any device can trigger a connector; null if one can. */
export function standstillOf(connector: Connector): 'disabled' | 'trigger' | null {
  if (!connector.enabled) return 'disabled'
  return typesOf(connector.triggers).length === 0 ? 'trigger' : null
}

/** A connector that a message triggered, with the last event of its delivery. */
export interface Fired {
  connectorId: string
  /** The current connector; undefined if it was deleted. */
  connector: Connector | undefined
  /** One of `WEBHOOK_EVENTS`, or another name that begins with `webhook.`. */
  event: string
  at: string
  /** Undefined if the server sends none. */
  details: WebhookEventBody | undefined
}

/** A connector without an event on a message. */
export interface Silent {
  connector: Connector
  /** Why the message would not trigger it now. */
  mismatches: Mismatch[]
  /** It was created after the message. */
  isLater: boolean
}

const WEBHOOK = /^webhook\./

const detailsOf = ({ body }: MessageEvent) =>
  webhookEventBodySchema.safeParse(typeof body === 'string' ? parseJson(body) : body).data

/** The connectors that a message triggered, and why others were not, judging by the current connectors and tags. */
export function routesOfMessage(
  message: Pick<Message, 'type' | 'direction' | 'created_at'>,
  events: readonly MessageEvent[],
  connectors: readonly Connector[],
  device: Pick<Device, 'tags'>,
): { fired: Fired[]; silent: Silent[] } {
  const last = new Map<string, MessageEvent>()
  for (const event of events)
    if (event.message_connector_id !== null && WEBHOOK.test(event.type))
      last.set(event.message_connector_id, event)
  return {
    fired: [...last].map(([connectorId, event]) => ({
      connectorId,
      connector: connectors.find(({ id }) => id === connectorId),
      event: event.type,
      at: event.create_at,
      details: detailsOf(event),
    })),
    silent: connectors
      .filter(({ id }) => !last.has(id))
      .map((connector) => ({
        connector,
        mismatches: mismatchesOf(connector, message, device),
        isLater: Date.parse(connector.created_at) > Date.parse(message.created_at),
      })),
  }
}

const OUTCOMES = ['delivered', 'retry', 'failed', 'cancelled'] as const

/** Text key of an event's outcome; null for an unknown event. */
export const outcomeOf = (event: string) =>
  OUTCOMES.find((outcome) => WEBHOOK_EVENTS[outcome] === event) ?? null
