import { useEffect, useState } from 'react'
import type { OAuthProvider } from '#contract/auth'
import { type Client, readAnswer, useClient } from '../dataProvider/client'
import { localKeeper, sessionKeeper } from '../storage'

const LIST = 'oauthProviders'
/** How long the list is kept, in milliseconds. Rules, "Providers". */
const KEPT_FOR = 5 * 60 * 1000

/** Those of the server that is called; a local setting may have named another one meanwhile. */
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

/** The external identity providers; `providers` is undefined until they are known. Kept for 5 minutes. */
export function useProviderList(): {
  providers: OAuthProvider[] | undefined
  error: unknown
  retry: () => void
} {
  const client = useClient()
  const [providers, setProviders] = useState(() => kept(client))
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks again
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

/** The external identity providers; none while the server does not answer. */
export const useProviders = (): OAuthProvider[] => useProviderList().providers ?? NONE

/** The purpose of the return from a provider. */
export type Errand =
  | { kind: 'signIn'; remember: boolean }
  /** `invitation` completes the registration that one began. */
  | {
      kind: 'signUp'
      invitation: { id: string; token: string; email: string } | null
      spaceId: string | null
    }
  /** The window that opened this one reads its address. */
  | { kind: 'popup' }

const STATE = 'oauthState'
const ERRAND = 'oauthErrand'

/**
 * The address of a provider's sign-in, with a new state: the provider's name, a dot and a random id. It is kept in this tab, and
 * windows that this tab opens have a copy. Rules, "Providers".
 * @param confirm asks even a person whom the provider knows to sign in again
 */
export function beginErrand({ provider, url }: OAuthProvider, errand: Errand, confirm = false): string {
  // Pages that came without encryption have no `randomUUID`.
  const state = `${provider}.${crypto.getRandomValues(new Uint32Array(4)).join('')}`
  sessionKeeper.setItem(STATE, state)
  sessionKeeper.setItem(ERRAND, JSON.stringify(errand))
  const address = url.replace(/\{state\}|%7Bstate%7D/i, encodeURIComponent(state))
  return confirm ? `${address}${address.includes('?') ? '&' : '?'}confirm=1` : address
}

/** Takes the state and its purpose; both can be taken once. */
export function takeErrand(): { state: string | null; errand: Errand } {
  const [state, errand] = [sessionKeeper.getItem(STATE), sessionKeeper.getItem(ERRAND)]
  sessionKeeper.removeItem(STATE)
  sessionKeeper.removeItem(ERRAND)
  return { state, errand: parse(errand) }
}

/** Only this tab can have written it. */
function parse(errand: string | null): Errand {
  try {
    return JSON.parse(errand ?? '')
  } catch {
    return { kind: 'signIn', remember: false }
  }
}
