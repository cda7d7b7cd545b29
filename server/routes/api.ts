import { authApi } from '#contract/auth'
import { connectorsApi } from '#contract/connectors'
import { devicesApi } from '#contract/devices'
import { firmwareApi } from '#contract/firmware'
import { keysApi } from '#contract/keys'
import { messagesApi } from '#contract/messages'
import { profileApi } from '#contract/profile'
import { registrationApi } from '#contract/registration'
import { spacesApi } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
import { usersApi } from '#contract/users'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import type { Caller } from '../services/caller'
import {
  checkConnector,
  connectors,
  countDeliveries,
  createConnector,
  deleteConnector,
  listConnectors,
  listDeliveries,
  readDelivery,
  readSecret,
  readStatistics,
  retryDelivery,
  retryFailed,
  rotateSecret,
  updateConnector,
} from '../services/connectors'
import {
  countDevices,
  createDevice,
  deleteDevice,
  listDevices,
  readDevice,
  readSession,
  updateDevice,
} from '../services/devices'
import { cancelFirmware, listFirmware, scheduleFirmware } from '../services/firmware'
import { checkDatabase } from '../services/health'
import { copyInvitationLink, invite, listInvitations, resendInvitation } from '../services/invitations'
import { createKey, deleteKey, listKeys, readKey, readKeyUsage, updateKey } from '../services/keys'
import {
  cancelMessage,
  countMessages,
  createMessage,
  listMessageEvents,
  listMessages,
  readMessage,
} from '../services/messages'
import { completeRegistration, verifyAddress } from '../services/registration'
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
import { deleteSpaceUser, listSpaceUsers, readSpaceUser, updateSpaceUser } from '../services/spaceUsers'
import { deleteTag, readTagUsage, tags } from '../services/tags'
import { revokeToken } from '../services/tokens'
import { receiveUplinks } from '../services/uplink/batch'
import { receiveUplink } from '../services/uplink/single'
import { readProfile, updateProfile } from '../services/users'

/** The service behind every call of the contract. */
export function apiRoutes(implement: Implement, deps: Deps) {
  const { db } = deps

  implement(authApi.login, async ({ body, ...origin }) => ({
    access_token: await signIn(deps, body, origin),
  }))
  implement(authApi.setup, async ({ body, ...origin }) => ({ access_token: await setUp(deps, body, origin) }))
  implement(authApi.logout, ({ caller }) => revokeToken(deps, caller.jti))
  // The console calls this to find out whether the server works, so it must fail while the database is away.
  implement(authApi.providers, async () => {
    await checkDatabase(deps)
    return []
  })

  implement(registrationApi.complete, ({ body, ...origin }) => completeRegistration(deps, body, origin))
  implement(registrationApi.verify, ({ body, address }) => verifyAddress(deps, body, address))

  implement(profileApi.get, ({ caller }) => readProfile(db, caller.userId))
  implement(profileApi.update, ({ caller, body }) => updateProfile(db, caller.userId, body))

  implement(spacesApi.list, ({ caller, query }) => listSpaces(db, caller, query.limit))
  implement(spacesApi.create, ({ caller, body }) => createSpace(deps, caller, body))
  implement(spacesApi.get, ({ caller, params }) => readSpace(db, caller, params.spaceId))
  implement(spacesApi.update, ({ caller, params, body }) => updateSpace(deps, caller, params.spaceId, body))
  implement(spacesApi.delete, ({ params }) => deleteSpace(deps, params.spaceId))
  implement(spacesApi.accept, ({ caller, params }) => acceptInvitation(deps, caller, params.spaceId))

  implement(tagsApi.list, ({ params, query }) => tags.list(db, params.spaceId, query.limit))
  implement(tagsApi.usage, ({ params }) => readTagUsage(db, params.spaceId))
  implement(tagsApi.create, ({ params, body }) => tags.create(deps, params.spaceId, body))
  implement(tagsApi.get, ({ params }) => tags.read(db, params.spaceId, params.tagId))
  implement(tagsApi.update, ({ params, body }) => tags.update(deps, params.spaceId, params.tagId, body))
  implement(tagsApi.delete, ({ params }) => deleteTag(deps, params.spaceId, params.tagId))

  implement(keysApi.list, ({ params, query, caller }) => listKeys(db, caller, params.spaceId, query.limit))
  implement(keysApi.create, ({ params, body, caller }) => createKey(deps, caller, params.spaceId, body))
  implement(keysApi.usage, ({ params, caller }) => readKeyUsage(deps, caller, params.spaceId))
  implement(keysApi.get, ({ params, caller }) => readKey(db, caller, params))
  implement(keysApi.update, ({ params, body, caller }) => updateKey(deps, caller, params, body))
  implement(keysApi.delete, ({ params, caller }) => deleteKey(deps, caller, params))
  implement(usersApi.list, ({ params, query }) => listSpaceUsers(db, params.spaceId, query.limit))
  implement(usersApi.invite, ({ caller, params, body, language }) =>
    invite(deps, caller, params.spaceId, body, language),
  )
  // Before the routes of one person: the first that matches is taken.
  implement(usersApi.invitations, ({ params }) => listInvitations(db, params.spaceId))
  implement(usersApi.get, ({ params }) => readSpaceUser(db, params))
  implement(usersApi.update, ({ caller, params, body }) => updateSpaceUser(deps, caller, params, body))
  implement(usersApi.delete, ({ caller, params }) => deleteSpaceUser(deps, caller, params))
  implement(usersApi.resend, ({ caller, params }) => resendInvitation(deps, caller, params))
  implement(usersApi.link, ({ caller, params }) => copyInvitationLink(deps, caller, params))

  implement(devicesApi.list, ({ params, query, caller }) => listDevices(db, caller, params.spaceId, query))
  implement(devicesApi.count, ({ params, query, caller }) => countDevices(db, caller, params.spaceId, query))
  implement(devicesApi.create, ({ params, body, caller }) => createDevice(deps, caller, params.spaceId, body))
  implement(devicesApi.get, ({ params, caller }) => readDevice(db, caller, params))
  implement(devicesApi.update, ({ params, body, caller }) => updateDevice(deps, caller, params, body))
  implement(devicesApi.delete, ({ params, caller }) => deleteDevice(deps, caller, params))
  implement(devicesApi.session, ({ params, caller }) => readSession(db, caller, params))

  implement(messagesApi.list, ({ params, query, caller }) =>
    listMessages(deps, caller, params.spaceId, query),
  )
  implement(messagesApi.count, ({ params, query, caller }) =>
    countMessages(deps, caller, params.spaceId, query),
  )
  implement(messagesApi.get, ({ params, caller }) => readMessage(db, caller, params))
  implement(messagesApi.events, ({ params, caller }) => listMessageEvents(db, caller, params))
  implement(messagesApi.create, ({ params, body, caller }) =>
    createMessage(deps, caller, params.spaceId, body),
  )
  implement(messagesApi.update, ({ params, caller }) =>
    cancelMessage(deps, caller, params.spaceId, params.messageId),
  )
  implement(messagesApi.uplink, ({ body }) => receiveUplink(deps, body))
  implement(messagesApi.uplinks, ({ body }) => receiveUplinks(deps, body.uplinks))

  implement(firmwareApi.list, ({ params, query, caller }) => listFirmware(db, caller, params, query.limit))
  implement(firmwareApi.create, ({ params, body, caller }) => scheduleFirmware(deps, caller, params, body))
  implement(firmwareApi.cancel, ({ params, caller }) => cancelFirmware(deps, caller, params))

  /** Calls of one connector, which the caller must see. */
  const ofConnector =
    <C extends { caller: Caller; params: { spaceId: string; connectorId: string } }, A>(
      handler: (call: C) => A | Promise<A>,
    ) =>
    async (call: C): Promise<A> => {
      await checkConnector(db, call.caller, call.params)
      return handler(call)
    }

  implement(connectorsApi.list, ({ params, query, caller }) =>
    listConnectors(db, caller, params.spaceId, query.limit),
  )
  implement(connectorsApi.create, ({ params, body, caller }) =>
    createConnector(deps, caller, params.spaceId, body),
  )
  implement(
    connectorsApi.get,
    ofConnector(({ params }) => connectors.read(db, params.spaceId, params.connectorId)),
  )
  implement(
    connectorsApi.update,
    ofConnector(({ params, body, caller }) => updateConnector(deps, caller, params, body)),
  )
  implement(
    connectorsApi.delete,
    ofConnector(({ params }) => deleteConnector(deps, params.spaceId, params.connectorId)),
  )
  implement(
    connectorsApi.statistics,
    ofConnector(({ params }) => readStatistics(deps, params.spaceId, params.connectorId)),
  )
  implement(
    connectorsApi.secret,
    ofConnector(({ params }) => readSecret(db, params.spaceId, params.connectorId)),
  )
  implement(
    connectorsApi.rotateSecret,
    ofConnector(({ params }) => rotateSecret(db, params.spaceId, params.connectorId)),
  )
  implement(
    connectorsApi.deliveries,
    ofConnector(({ params, query }) => listDeliveries(db, params, query)),
  )
  implement(
    connectorsApi.deliveryCount,
    ofConnector(({ params, query }) => countDeliveries(db, params, query)),
  )
  implement(
    connectorsApi.delivery,
    ofConnector(({ params }) => readDelivery(db, params, { tries: true })),
  )
  implement(
    connectorsApi.retry,
    ofConnector(({ params }) => retryDelivery(deps, params)),
  )
  implement(
    connectorsApi.retryAll,
    ofConnector(({ params, body }) => retryFailed(deps, params, body)),
  )
}
