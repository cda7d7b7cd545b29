import { useLogout } from 'react-admin'
import { addresses } from '../addresses'
import { rememberPath } from '../authProvider/session'
import { useConfig } from '../config'
import { useAccount } from '../dataProvider/account'
import { useClient } from '../dataProvider/client'
import { leaveAccount } from './leaveAccount'

/**
 * Signs out and goes to the sign-in page. A server that keeps sessions is told; this does not wait for it.
 * Rules, "Sign-in".
 */
export function useSignOut() {
  const client = useClient()
  const config = useConfig()
  const { profile } = useAccount()
  const logout = useLogout()
  /** @param returnTo the path to open after the next sign-in */
  return (returnTo?: string) => {
    leaveAccount(client, config, profile)
    if (returnTo !== undefined) rememberPath(returnTo)
    void logout({}, addresses.login, false)
  }
}
