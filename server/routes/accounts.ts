import { authApi } from '#contract/auth'
import { authenticationsApi, profileApi } from '#contract/profile'
import { registrationApi } from '#contract/registration'
import { secondFactorApi } from '#contract/secondFactor'
import { sessionsApi } from '#contract/sessions'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { startAddress } from '../services/accounts/oidc/flow'
import { addIdentity, listIdentities, removeIdentity } from '../services/accounts/oidc/identities'
import { isOpenTo } from '../services/accounts/oidc/providers'
import {
  changePassword,
  checkReset,
  forgotPassword,
  readPasswordState,
  resetPassword,
} from '../services/accounts/password'
import { recover } from '../services/accounts/recovery'
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
import { signInWithCode } from '../services/accounts/signIn/external'
import { askForPasskey, signInWithPasskey } from '../services/accounts/signIn/passkeyLogin'
import { endOtherSessions, endSession, listSessions, signOut } from '../services/accounts/signIn/sessions'
import { signIn } from '../services/accounts/signIn/signIn'
import { noteLocale, readProfile, updateProfile } from '../services/accounts/users'
import { verifyAddress } from '../services/accounts/verification'
import { checkDatabase } from '../services/administration/health'
import { completeRegistration, register } from '../services/registration/register'
import { readOffer } from '../services/spaces/offers'
import { allowSender, listRefused, refuseByLink } from '../services/spaces/refusals'

/** The services behind the calls of sign-in, registration and the own account. */
export function accountRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
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
}
