import { connectorEntity, connectorsApi } from '#contract/connectors'
import { connectorCertificatesApi } from '#contract/connectors/certificate'
import { connectorTestsApi } from '#contract/connectors/connectorTest'
import { connectorVersionsApi } from '#contract/connectors/versions'
import { replaysApi } from '#contract/replays'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { deleteCertificate, setCertificate } from '../services/connectors/certificate'
import {
  connectors,
  createConnector,
  deleteConnector,
  updateConnector,
} from '../services/connectors/connector'
import { sendConnectorTest } from '../services/connectors/connectorTest'
import {
  countDeliveries,
  listDeliveries,
  readDelivery,
  retryDelivery,
  retryFailed,
  sendDeliveries,
} from '../services/connectors/deliveries'
import { pauseConnector, readOperation, resumeConnector } from '../services/connectors/operation'
import { endOverlap, readSecret, rotateSecret } from '../services/connectors/secret'
import { readOutcomes, readStatistics } from '../services/connectors/statistics'
import { listVersions } from '../services/connectors/versions'
import { changeReplay, listReplays, readReplay } from '../services/replays/replay'
import { startReplay } from '../services/replays/start'
import { implementResource } from './resource'

/** The services behind the calls of connectors. */
export function connectorRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  const resource = implementResource(implement, deps)
  implement(connectorsApi.outcomes, ({ params, caller }) => readOutcomes(deps, caller, params.spaceId))
  resource(connectorEntity, connectorsApi, {
    ...connectors,
    create: createConnector,
    update: updateConnector,
    delete: deleteConnector,
  })
  implement(connectorsApi.statistics, ({ params, caller }) => readStatistics(deps, caller, params))
  implement(connectorsApi.operation, ({ params, caller }) => readOperation(db, caller, params))
  implement(connectorsApi.secret, ({ params, caller }) => readSecret(deps, caller, params))
  implement(connectorsApi.rotateSecret, ({ params, body, caller }) =>
    rotateSecret(deps, caller, params, body?.overlap_hours),
  )
  implement(connectorsApi.endOverlap, ({ params, caller }) => endOverlap(deps, caller, params))
  implement(connectorsApi.pause, ({ params, body, caller }) => pauseConnector(deps, caller, params, body))
  implement(connectorsApi.resume, ({ params, body, caller }) => resumeConnector(deps, caller, params, body))
  implement(connectorCertificatesApi.put, ({ params, body, caller }) =>
    setCertificate(deps, caller, params, body),
  )
  implement(connectorCertificatesApi.delete, ({ params, caller }) => deleteCertificate(deps, caller, params))
  implement(connectorVersionsApi.list, ({ params, query, caller }) =>
    listVersions(deps, caller, params, query),
  )
  implement(connectorTestsApi.send, ({ params, body, caller }) =>
    sendConnectorTest(deps, caller, params, body),
  )
  implement(connectorsApi.deliveries, ({ params, query, caller }) =>
    listDeliveries(db, caller, params, query),
  )
  implement(connectorsApi.deliveryCount, ({ params, query, caller }) =>
    countDeliveries(db, caller, params, query),
  )
  implement(connectorsApi.delivery, ({ params, caller }) => readDelivery(db, caller, params))
  implement(connectorsApi.retry, ({ params, caller }) => retryDelivery(deps, caller, params))
  implement(connectorsApi.retryAll, ({ params, body, caller }) => retryFailed(deps, caller, params, body))
  implement(connectorsApi.send, ({ params, body, caller }) => sendDeliveries(deps, caller, params, body))
}

/** The services behind the calls of replays. */
export function replayRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(replaysApi.list, ({ params, query, caller }) => listReplays(db, caller, params, query))
  implement(replaysApi.start, ({ params, body, caller }) => startReplay(deps, caller, params, body))
  implement(replaysApi.get, ({ params, caller }) => readReplay(db, caller, params))
  implement(replaysApi.pause, ({ params, caller }) => changeReplay(deps, caller, params, 'pause'))
  implement(replaysApi.resume, ({ params, caller }) => changeReplay(deps, caller, params, 'resume'))
  implement(replaysApi.stop, ({ params, caller }) => changeReplay(deps, caller, params, 'stop'))
}
