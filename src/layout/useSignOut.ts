import { useLogout } from 'react-admin'
import { authApi } from '#contract/auth'
import { addresses } from '../addresses'
import { useConfig } from '../config'
import { useClient } from '../dataProvider/client'
import { forgetVisits } from './areas'

/**
 * Signs out and goes to the sign-in page. A server that keeps sessions is told, without waiting for it.
 * Spec 1, section 4, "Logout".
 */
export function useSignOut() {
  const client = useClient()
  const { capabilities } = useConfig()
  const logout = useLogout()
  return () => {
    if (capabilities.includes(authApi.logout.capability))
      void client.request('POST', authApi.logout.path).catch(() => undefined)
    forgetVisits()
    void logout({}, addresses.login, false)
  }
}
