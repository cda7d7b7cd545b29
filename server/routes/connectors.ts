import { connectorsApi } from '#contract/connectors'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  connectors,
  countDeliveries,
  createConnector,
  deleteConnector,
  listDeliveries,
  readDelivery,
  readSecret,
  readStatistics,
  retryDelivery,
  retryFailed,
  rotateSecret,
} from '../services/connectors'

export function connectorRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(connectorsApi.list, ({ params, query }) => connectors.list(db, params.spaceId, query.limit))
  implement(connectorsApi.create, ({ params, body }) => createConnector(deps, params.spaceId, body))
  implement(connectorsApi.get, ({ params }) => connectors.read(db, params.spaceId, params.connectorId))
  implement(connectorsApi.update, ({ params, body }) =>
    connectors.update(deps, params.spaceId, params.connectorId, body),
  )
  implement(connectorsApi.delete, ({ params }) => deleteConnector(deps, params.spaceId, params.connectorId))
  implement(connectorsApi.statistics, ({ params }) =>
    readStatistics(deps, params.spaceId, params.connectorId),
  )
  implement(connectorsApi.secret, ({ params }) => readSecret(db, params.spaceId, params.connectorId))
  implement(connectorsApi.rotateSecret, ({ params }) => rotateSecret(db, params.spaceId, params.connectorId))
  implement(connectorsApi.deliveries, ({ params, query }) => listDeliveries(db, params, query))
  implement(connectorsApi.deliveryCount, ({ params, query }) => countDeliveries(db, params, query))
  implement(connectorsApi.delivery, ({ params }) => readDelivery(db, params, { tries: true }))
  implement(connectorsApi.retry, ({ params }) => retryDelivery(deps, params))
  implement(connectorsApi.retryAll, ({ params, body }) => retryFailed(deps, params, body))
}
