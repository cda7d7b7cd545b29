import { brokerUrlSchema, connectorEntity } from '#contract/connectors'

/** The fields of a broker. */
export const BROKER = {
  broker_url: true,
  broker_username: true,
  broker_password: true,
  broker_client_id: true,
} as const

/** The fields that only some servers have. */
export const LIMITS = { max_rate: true, max_parallel: true, order: true } as const

/** The fields of batches, which only some servers have. */
export const BATCHES = { batch_size: true, batch_seconds: true, batch_results: true } as const

/** The rules of the fields of a broker, where there is one. */
export const broker = connectorEntity.input.pick(BROKER).extend({ broker_url: brokerUrlSchema }).shape
