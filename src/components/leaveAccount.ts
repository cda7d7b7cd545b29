import { authApi } from '#contract/auth'
import type { Config } from '#contract/config'
import { forgetVisits, leaveTab } from '../authProvider/session'
import type { Client } from '../dataProvider/client'
import { forgetLeftDrafts } from './draft/draftStorage'

/**
 * Removes an account's data from this browser, except the session itself, which is cleared afterwards. A server that
 * keeps sessions is told; this does not wait for it.
 */
export function leaveAccount(
  client: Client,
  { capabilities }: Pick<Config, 'capabilities'>,
  account: { id: string } | null | undefined,
) {
  if (capabilities.includes(authApi.logout.capability))
    void client.request('POST', authApi.logout.path).catch(() => undefined)
  forgetVisits()
  leaveTab()
  if (account) forgetLeftDrafts(account.id)
}
