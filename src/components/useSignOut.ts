import { useLogout } from 'react-admin'
import { authApi } from '#contract/auth'
import { addresses } from '../addresses'
import { forgetVisits, rememberPath } from '../authProvider/session'
import { useConfig } from '../config'
import { useAccount } from '../dataProvider/account'
import { useClient } from '../dataProvider/client'
import { forgetJournals } from './bulk/journalKeys'
import { forgetLeftDrafts } from './page/draftStorage'

/**
 * Signs out and goes to the sign-in page. A server that keeps sessions is told, without waiting for it.
 * Rules, "Sign-in".
 */
export function useSignOut() {
  const client = useClient()
  const { capabilities } = useConfig()
  const { profile } = useAccount()
  const logout = useLogout()
  /** @param returnTo the path to go to after the next sign-in */
  return (returnTo?: string) => {
    if (capabilities.includes(authApi.logout.capability))
      void client.request('POST', authApi.logout.path).catch(() => undefined)
    forgetVisits()
    if (profile) {
      forgetLeftDrafts(profile.id)
      forgetJournals(profile.id)
    }
    if (returnTo !== undefined) rememberPath(returnTo)
    void logout({}, addresses.login, false)
  }
}
