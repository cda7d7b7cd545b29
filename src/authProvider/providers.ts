import { useEffect, useState } from 'react'
import type { OAuthProvider } from '#contract/auth'
import { type Client, readAnswer, useClient } from '../dataProvider/client'
import { localKeeper } from '../storage'

const LIST = 'oauthProviders'
/** How long the list is cached, in milliseconds. Rules, "Providers". */
const KEPT_FOR = 5 * 60 * 1000

/** The cached list of the called server. A local setting may have named another server since. */
function kept({ base }: Client): OAuthProvider[] | undefined {
  try {
    const list = JSON.parse(localKeeper.getItem(LIST) ?? '')
    const age = Date.now() - list.at
    const isKept = age >= 0 && age < KEPT_FOR && list.base === base && Array.isArray(list.providers)
    return isKept ? list.providers : undefined
  } catch {
    return undefined
  }
}

async function load(client: Client, signal: AbortSignal): Promise<OAuthProvider[]> {
  const answer = await client.request('GET', '/auth/oauth2/providers', { anonymous: true, signal })
  if (!Array.isArray(answer) || answer.length === 0) return []
  const { oauthProviderSchema } = await import('#contract/auth/credentials')
  const providers = await readAnswer(client, oauthProviderSchema.array(), answer)
  localKeeper.setItem(LIST, JSON.stringify({ at: Date.now(), base: client.base, providers }))
  return providers
}

/** The external identity providers, cached for 5 minutes; `providers` is undefined until they are known. */
export function useProviderList(): {
  providers: OAuthProvider[] | undefined
  error: unknown
  retry: () => void
} {
  const client = useClient()
  const [providers, setProviders] = useState(() => kept(client))
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt loads the list again
  useEffect(() => {
    const aborter = new AbortController()
    setError(undefined)
    if (!kept(client))
      load(client, aborter.signal).then(setProviders, (failure: unknown) => {
        if (!aborter.signal.aborted) setError(failure)
      })
    return () => aborter.abort()
  }, [client, attempt])
  return { providers, error, retry: () => setAttempt(attempt + 1) }
}

const NONE: OAuthProvider[] = []

/** The external identity providers; empty while the server does not answer. */
export const useProviders = (): OAuthProvider[] => useProviderList().providers ?? NONE
