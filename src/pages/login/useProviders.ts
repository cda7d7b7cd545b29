import { useEffect, useState } from 'react'
import type { OAuthProvider } from '#contract/auth'
import type { Client } from '../../dataProvider/client'
import { useClient } from '../../dataProvider/context'
import { localKeeper } from '../../storage'

const KEY = 'oauthProviders'
/** How long the list is kept, in milliseconds. Spec 1, section 9. */
const KEPT_FOR = 5 * 60 * 1000

function kept(): OAuthProvider[] | null {
  try {
    const { at, providers } = JSON.parse(localKeeper.getItem(KEY) ?? '')
    return Date.now() - at < KEPT_FOR && Array.isArray(providers) ? providers : null
  } catch {
    return null
  }
}

async function load(client: Client, signal: AbortSignal): Promise<OAuthProvider[]> {
  const answer = await client.request('GET', '/auth/oauth2/providers', { anonymous: true, signal })
  if (!Array.isArray(answer) || answer.length === 0) return []
  const { authApi } = await import('#contract/auth')
  const providers = authApi.providers.answer.parse(answer)
  localKeeper.setItem(KEY, JSON.stringify({ at: Date.now(), providers }))
  return providers
}

/** The external identity providers of the server, kept locally for 5 minutes; none while it does not answer. */
export function useProviders(): OAuthProvider[] {
  const client = useClient()
  const [providers, setProviders] = useState<OAuthProvider[]>(() => kept() ?? [])
  useEffect(() => {
    const aborter = new AbortController()
    if (!kept()) load(client, aborter.signal).then(setProviders, () => undefined)
    return () => aborter.abort()
  }, [client])
  return providers
}
