import { authApi } from '#contract/auth'
import { connectorsApi } from '#contract/connectors'
import { devicesApi } from '#contract/devices'
import { firmwareApi } from '#contract/firmware'
import { messagesApi } from '#contract/messages'
import { profileApi } from '#contract/profile'
import { spacesApi } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
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
import { searchDevices } from '../services/deviceSearch'
import { countDevices, createDevice, devices, listDevices, readSession } from '../services/devices'
import { cancelFirmware, listFirmware, scheduleFirmware } from '../services/firmware'
import { checkDatabase } from '../services/health'
import {
  cancelMessage,
  countMessages,
  createMessage,
  listMessageEvents,
  listMessages,
  readMessage,
} from '../services/messages'
import { setUp } from '../services/setup'
import { signIn } from '../services/signIn'
import {
  acceptInvitation,
  createSpace,
  deleteSpace,
  listSpaces,
  readSpace,
  updateSpace,
} from '../services/spaces'
import { tags } from '../services/tags'
import { revokeToken } from '../services/tokens'
import { receiveUplinks } from '../services/uplink/batch'
import { receiveUplink } from '../services/uplink/single'
import { readProfile, updateProfile } from '../services/users'

/** The service behind every call of the contract. */
export function apiRoutes(implement: Implement, deps: Deps) {
  const { db } = deps

  implement(authApi.login, async ({ body, address }) => ({ access_token: await signIn(deps, body, address) }))
  implement(authApi.setup, async ({ body, address }) => ({ access_token: await setUp(deps, body, address) }))
  implement(authApi.logout, ({ caller }) => revokeToken(deps, caller.jti))
  // The console calls this to find out whether the server works, so it must fail while the database is away.
  implement(authApi.providers, async () => {
    await checkDatabase(deps)
    return []
  })

  implement(profileApi.get, ({ caller }) => readProfile(db, caller.userId))
  implement(profileApi.update, ({ caller, body }) => updateProfile(db, caller.userId, body))

  implement(spacesApi.list, ({ caller, query }) => listSpaces(db, caller, query.limit))
  implement(spacesApi.create, ({ caller, body }) => createSpace(deps, caller, body))
  implement(spacesApi.get, ({ caller, params }) => readSpace(db, caller, params.spaceId))
  implement(spacesApi.update, ({ caller, params, body }) => updateSpace(deps, caller, params.spaceId, body))
  implement(spacesApi.delete, ({ params }) => deleteSpace(deps, params.spaceId))
  implement(spacesApi.accept, ({ caller, params }) => acceptInvitation(deps, caller, params.spaceId))

  implement(tagsApi.list, ({ params, query }) => tags.list(db, params.spaceId, query.limit))

  implement(devicesApi.list, ({ params, query }) => listDevices(db, params.spaceId, query))
  implement(devicesApi.count, ({ params, query }) => countDevices(db, params.spaceId, query))
  implement(devicesApi.search, ({ caller, params, query }) =>
    searchDevices(db, caller, params.spaceId, query),
  )
  implement(devicesApi.create, ({ params, body }) => createDevice(deps, params.spaceId, body))
  implement(devicesApi.get, ({ params }) => devices.read(db, params.spaceId, params.deviceId))
  implement(devicesApi.update, ({ params, body }) =>
    devices.update(deps, params.spaceId, params.deviceId, body),
  )
  implement(devicesApi.delete, ({ params }) => devices.delete(deps, params.spaceId, params.deviceId))
  implement(devicesApi.session, ({ params }) =>
    readSession(db, params.spaceId, params.deviceId, params.sessionId),
  )

  implement(messagesApi.list, ({ params, query }) => listMessages(deps, params.spaceId, query))
  implement(messagesApi.count, ({ params, query }) => countMessages(deps, params.spaceId, query))
  implement(messagesApi.get, ({ params }) => readMessage(db, params.spaceId, params.messageId))
  implement(messagesApi.events, ({ params }) => listMessageEvents(db, params.spaceId, params.messageId))
  implement(messagesApi.create, ({ params, body, caller }) =>
    createMessage(deps, caller, params.spaceId, body),
  )
  implement(messagesApi.update, ({ params, caller }) =>
    cancelMessage(deps, caller, params.spaceId, params.messageId),
  )
  implement(messagesApi.uplink, ({ body }) => receiveUplink(deps, body))
  implement(messagesApi.uplinks, ({ body }) => receiveUplinks(deps, body.uplinks))

  implement(firmwareApi.list, ({ params, query }) =>
    listFirmware(db, params.spaceId, params.deviceId, query.limit),
  )
  implement(firmwareApi.create, ({ params, body, caller }) => scheduleFirmware(deps, caller, params, body))
  implement(firmwareApi.cancel, ({ params, caller }) => cancelFirmware(deps, caller, params))

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
