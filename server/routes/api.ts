import { authApi } from '#contract/auth'
import { connectorEntity, connectorsApi } from '#contract/connectors'
import { connectorCertificatesApi } from '#contract/connectors/certificate'
import { connectorTestsApi } from '#contract/connectors/connectorTest'
import { connectorVersionsApi } from '#contract/connectors/versions'
import { deviceEntity, devicesApi } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { firmwareApi } from '#contract/firmware'
import { keyEntity, keysApi } from '#contract/keys'
import { messagesApi } from '#contract/messages'
import { authenticationsApi, profileApi } from '#contract/profile'
import { registrationApi } from '#contract/registration'
import { secondFactorApi } from '#contract/secondFactor'
import { sessionsApi } from '#contract/sessions'
import { spacesApi } from '#contract/spaces'
import { tagEntity, tagsApi } from '#contract/tags'
import { usersApi } from '#contract/users'
import { variableEntity, variablesApi } from '#contract/variables'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import type { Lanes } from '../http/lanes'
import { startAddress } from '../services/accounts/oidc/flow'
import { addIdentity, listIdentities, removeIdentity } from '../services/accounts/oidc/identities'
import { isOpenTo } from '../services/accounts/oidc/providers'
import { signInWithCode } from '../services/accounts/signIn/external'
import {
  changePassword,
  checkReset,
  forgotPassword,
  readPasswordState,
  resetPassword,
} from '../services/accounts/password'
import { recover } from '../services/accounts/recovery'
import { completeRegistration, register } from '../services/registration/register'
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
} from '../services/accounts/secondFactor/authenticator'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '../services/accounts/secondFactor/passkeys'
import { renewCodes } from '../services/accounts/secondFactor/recoveryCodes'
import { readSecurity } from '../services/accounts/secondFactor/security'
import { checkSetup, setUp } from '../services/accounts/setup'
import { confirm } from '../services/accounts/signIn/confirm'
import { askForPasskey, signInWithPasskey } from '../services/accounts/signIn/passkeyLogin'
import { endOtherSessions, endSession, listSessions, signOut } from '../services/accounts/signIn/sessions'
import { signIn } from '../services/accounts/signIn/signIn'
import { noteLocale, readProfile, updateProfile } from '../services/accounts/users'
import { verifyAddress } from '../services/accounts/verification'
import { checkDatabase } from '../services/administration/health'
import {
  connectors,
  countDeliveries,
  createConnector,
  deleteCertificate,
  deleteConnector,
  endOverlap,
  listDeliveries,
  listVersions,
  pauseConnector,
  readDelivery,
  readOperation,
  readOutcomes,
  readSecret,
  readStatistics,
  resumeConnector,
  retryDelivery,
  retryFailed,
  rotateSecret,
  sendConnectorTest,
  sendDeliveries,
  setCertificate,
  updateConnector,
} from '../services/connectors'
import {
  createDevice,
  deleteDevice,
  deviceList,
  devices,
  readSession,
  updateDevice,
} from '../services/devices/devices'
import { cancelFirmware, listFirmware, scheduleFirmware } from '../services/devices/firmware'
import { moveDevice, readMoveEffects } from '../services/devices/move'
import { listReplacements, replaceDevice } from '../services/devices/replacement'
import { searchDevices } from '../services/devices/search'
import {
  cancelMessage,
  countMessages,
  createMessage,
  listMessageEvents,
  listMessages,
  readMessage,
} from '../services/messages'
import { Receiver, receiveBatch } from '../services/messages/uplink/receive'
import { copyInvitationLink, invite, listInvitations, resendInvitation } from '../services/spaces/invitations'
import {
  createKey,
  deleteKey,
  listKeys,
  readKey,
  readKeyUsage,
  readToken,
  rotateKey,
  updateKey,
} from '../services/spaces/keys'
import { readOffer } from '../services/spaces/offers'
import { deleteSpaceUser, listSpaceUsers, readSpaceUser, updateSpaceUser } from '../services/spaces/people'
import { allowSender, listRefused, refuseByLink, refuseInvitation } from '../services/spaces/refusals'
import {
  acceptInvitation,
  createSpace,
  deleteSpace,
  listSpaces,
  readSpace,
  updateSpace,
} from '../services/spaces/spaces'
import { deleteTag, readTagUsage, tags, updateTag } from '../services/spaces/tags'
import {
  countVariables,
  createVariable,
  deleteVariable,
  listVariables,
  readVariable,
  setLocked,
  updateVariable,
} from '../services/variables'
import { olderRoutes } from './older'
import { implementResource } from './resource'

/** The service behind every call of the contract. */
export function apiRoutes(implement: Implement, deps: Deps, lanes: Lanes) {
  const { db } = deps
  const resource = implementResource(implement, deps)
  const receiver = new Receiver(deps, lanes)

  implement(authApi.login, async ({ body, ...origin }) => ({
    access_token: await signIn(deps, body, origin),
  }))
  implement(authApi.passkeyOptions, ({ address }) => askForPasskey(deps, address))
  implement(authApi.passkeyLogin, async ({ body, ...origin }) => ({
    access_token: await signInWithPasskey(deps, body, origin),
  }))
  implement(authApi.setup, async ({ body, ...origin }) => ({ access_token: await setUp(deps, body, origin) }))
  implement(authApi.checkSetup, ({ body, address }) => checkSetup(deps, body.token, address))
  implement(authApi.recover, async ({ body, ...origin }) => ({
    access_token: await recover(deps, body.token, origin),
  }))
  implement(authApi.logout, ({ caller }) => signOut(deps, caller))
  implement(authApi.confirm, ({ caller, body }) => confirm(deps, caller, body))
  // The console calls this to find out whether the server works, so it must fail while the database is away.
  implement(authApi.providers, async (origin) => {
    await checkDatabase(deps)
    return deps.providers
      .list()
      .filter((provider) => isOpenTo(provider, origin))
      .map(({ id, name, icon }) => ({ name, provider: id, url: startAddress(deps, { id }), icon }))
  })
  implement(authApi.oauthCode, async ({ body, ...origin }) => ({
    access_token: await signInWithCode(deps, body, origin),
  }))

  implement(registrationApi.create, ({ body, ...origin }) => register(deps, body, origin))
  implement(registrationApi.complete, ({ body, ...origin }) => completeRegistration(deps, body, origin))
  implement(registrationApi.invitation, ({ body, ...origin }) => readOffer(deps, body, origin))
  implement(registrationApi.refuse, ({ body, ...origin }) => refuseByLink(deps, body, origin))
  implement(registrationApi.verify, ({ body, ...origin }) => verifyAddress(deps, body, origin))

  implement(registrationApi.forgotPassword, ({ body, ...origin }) => forgotPassword(deps, body, origin))
  implement(registrationApi.checkReset, ({ body, address }) => checkReset(deps, body, address))
  implement(registrationApi.resetPassword, ({ body, ...origin }) => resetPassword(deps, body, origin))

  implement(profileApi.get, ({ caller }) => readProfile(db, caller.userId))
  implement(profileApi.update, ({ caller, body, ifMatch }) => updateProfile(deps, caller, body, ifMatch))
  implement(profileApi.noteLocale, ({ caller, body }) => noteLocale(db, caller.userId, body))
  implement(profileApi.password, ({ caller }) => readPasswordState(deps, caller))
  implement(profileApi.changePassword, ({ caller, body }) => changePassword(deps, caller, body))

  implement(sessionsApi.list, ({ caller }) => listSessions(deps, caller))
  implement(sessionsApi.end, ({ caller, params }) => endSession(deps, caller, params))
  implement(sessionsApi.endOthers, ({ caller }) => endOtherSessions(deps, caller))

  implement(secondFactorApi.passkeyOptions, ({ caller, address }) =>
    beginPasskey(deps, caller.userId, address),
  )
  implement(secondFactorApi.addPasskey, ({ caller, body }) => addPasskey(deps, caller, body))
  implement(secondFactorApi.renamePasskey, ({ caller, params, body }) =>
    renamePasskey(deps, caller, params.passkeyId, body),
  )
  implement(secondFactorApi.removePasskey, ({ caller, params }) =>
    removePasskey(deps, caller, params.passkeyId),
  )
  implement(secondFactorApi.read, ({ caller }) => readSecurity(db, caller.userId))
  implement(secondFactorApi.beginAuthenticator, ({ caller }) => beginAuthenticator(deps, caller.userId))
  implement(secondFactorApi.confirmAuthenticator, async ({ caller, body }) => ({
    recovery_codes: await confirmAuthenticator(deps, caller, body.code),
  }))
  implement(secondFactorApi.removeAuthenticator, ({ caller }) => removeAuthenticator(deps, caller))
  implement(secondFactorApi.renewCodes, async ({ caller }) => ({
    recovery_codes: await renewCodes(deps, caller),
  }))

  implement(profileApi.refusedSenders, ({ caller }) => listRefused(deps, caller))
  implement(profileApi.allowSender, ({ caller, params }) => allowSender(deps, caller, params.refusalId))
  implement(authenticationsApi.list, ({ caller }) => listIdentities(deps, caller))
  implement(authenticationsApi.link, ({ caller, body }) => addIdentity(deps, caller, body))
  implement(authenticationsApi.unlink, ({ caller, params }) =>
    removeIdentity(deps, caller, params.authenticationId),
  )

  implement(spacesApi.list, ({ caller, query }) => listSpaces(db, caller, query))
  implement(spacesApi.create, ({ caller, body }) => createSpace(deps, caller, body))
  implement(spacesApi.get, ({ caller, params }) => readSpace(db, caller, params.spaceId))
  implement(spacesApi.update, ({ caller, params, body, ifMatch }) =>
    updateSpace(deps, caller, params.spaceId, body, ifMatch),
  )
  implement(spacesApi.delete, ({ caller, params, ifMatch }) =>
    deleteSpace(deps, caller, params.spaceId, ifMatch),
  )
  implement(spacesApi.refuse, ({ caller, params, body }) =>
    refuseInvitation(deps, caller, params.spaceId, body),
  )
  implement(spacesApi.accept, ({ caller, params }) => acceptInvitation(deps, caller, params.spaceId))

  resource(tagEntity, tagsApi, { ...tags, update: updateTag, delete: deleteTag }, () => {
    implement(tagsApi.usage, ({ params, caller }) => readTagUsage(db, caller, params.spaceId))
  })
  const keyService = {
    list: listKeys,
    read: readKey,
    create: createKey,
    update: updateKey,
    delete: deleteKey,
  }
  resource(keyEntity, keysApi, keyService, () => {
    implement(keysApi.usage, ({ params, caller }) => readKeyUsage(deps, caller, params.spaceId))
    implement(keysApi.rotate, ({ params: { spaceId, keyId }, caller }) =>
      rotateKey(deps, caller, { spaceId, id: keyId }),
    )
    implement(keysApi.token, ({ params: { spaceId, keyId }, caller }) =>
      readToken(deps, caller, { spaceId, id: keyId }),
    )
  })
  implement(usersApi.list, ({ params, query }) => listSpaceUsers(db, params.spaceId, query))
  implement(usersApi.invite, ({ caller, params, body, language }) =>
    invite(deps, caller, params.spaceId, body, language),
  )
  // Before the routes of one person, because the first match wins.
  implement(usersApi.invitations, ({ params }) => listInvitations(db, params.spaceId))
  implement(usersApi.get, ({ params }) => readSpaceUser(db, params))
  implement(usersApi.update, ({ caller, params, body, ifMatch }) =>
    updateSpaceUser(deps, caller, params, body, ifMatch),
  )
  implement(usersApi.delete, ({ caller, params, ifMatch }) => deleteSpaceUser(deps, caller, params, ifMatch))
  implement(usersApi.resend, ({ caller, params }) => resendInvitation(deps, caller, params))
  implement(usersApi.link, ({ caller, params }) => copyInvitationLink(deps, caller, params))

  const deviceService = {
    ...devices,
    list: deviceList.list,
    create: createDevice,
    update: updateDevice,
    delete: deleteDevice,
  }
  resource(deviceEntity, devicesApi, deviceService, () => {
    implement(devicesApi.count, ({ params, query, caller }) =>
      deviceList.count(deps, caller, params.spaceId, query),
    )
    implement(devicesApi.search, ({ params, query, caller }) =>
      searchDevices(db, caller, params.spaceId, query),
    )
  })
  implement(devicesApi.session, ({ params, caller }) => readSession(db, caller, params))
  implement(handoverApi.replace, ({ params, body, caller }) => replaceDevice(deps, caller, params, body))
  implement(handoverApi.replacements, ({ params, caller }) => listReplacements(db, caller, params))

  implement(handoverApi.moveEffects, ({ params, query, caller }) =>
    readMoveEffects(deps, caller, params, query),
  )
  implement(handoverApi.move, ({ params, body, caller }) => moveDevice(deps, caller, params, body))

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
  olderRoutes(implement, deps)
  implement(messagesApi.update, ({ params, caller }) =>
    cancelMessage(deps, caller, params.spaceId, params.messageId),
  )
  implement(messagesApi.uplink, ({ body, address, gone }) => receiver.receive(body, address, gone))
  implement(messagesApi.uplinks, ({ body }) => receiveBatch(deps, lanes, body.uplinks))

  implement(firmwareApi.list, ({ params, query, caller }) => listFirmware(db, caller, params, query.limit))
  implement(firmwareApi.create, ({ params, body, caller }) => scheduleFirmware(deps, caller, params, body))
  implement(firmwareApi.cancel, ({ params, caller }) => cancelFirmware(deps, caller, params))

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

  const variableService = {
    list: listVariables,
    read: readVariable,
    create: createVariable,
    update: updateVariable,
    delete: deleteVariable,
  }
  resource(variableEntity, variablesApi, variableService, () => {
    implement(variablesApi.count, ({ params, query, caller }) =>
      countVariables(deps, caller, params.spaceId, query),
    )
    const isLocked = [
      [variablesApi.lock, true],
      [variablesApi.unlock, false],
    ] as const
    for (const [call, locked] of isLocked)
      implement(call, ({ params: { spaceId, variableId }, ifMatch, caller }) =>
        setLocked(deps, caller, { spaceId, id: variableId }, locked, { ifMatch }),
      )
  })
}
