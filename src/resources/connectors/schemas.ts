import { brokerUrlSchema, type Connector, connectorEntity, isSameBroker } from '#contract/connectors'

/** The fields of a broker. */
export const BROKER = {
  broker_url: true,
  broker_username: true,
  broker_password: true,
  broker_client_id: true,
} as const

/** Fields that only some servers support. */
export const LIMITS = { max_rate: true, max_parallel: true, order: true } as const

/** Fields of batches, which only some servers support. */
export const BATCHES = { batch_size: true, batch_seconds: true, batch_results: true } as const

/** Schemas of the fields of a broker, for connectors that have one. */
export const broker = connectorEntity.input.pick(BROKER).extend({ broker_url: brokerUrlSchema }).shape

/** Form values of a broker; an empty field has no text. */
interface Broker {
  broker_url?: string | null | undefined
  broker_username?: string | null | undefined
  broker_password?: string | null | undefined
}

/** Whether the server requires the password again, because it was given for another broker. */
export const isPasswordAsked = (
  { has_broker_password, broker_url }: Connector,
  { broker_url: given, broker_username }: Broker,
): boolean =>
  has_broker_password &&
  Boolean(broker_username?.trim()) &&
  Boolean(given) &&
  !isSameBroker(given ?? '', broker_url ?? '')
