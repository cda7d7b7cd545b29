import { Button, Divider, Stack } from '@mui/material'
import { useEffect, useState } from 'react'
import type { OAuthProvider } from '#contract/auth'
import { type Client, useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { localKeeper, sessionKeeper } from '../../storage'

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

/** Leaves for the provider's sign-in. The state is the provider's name, a dot and a random id. Spec 1, section 4. */
function startOAuth({ provider, url }: OAuthProvider) {
  const state = `${provider}.${crypto.randomUUID()}`
  sessionKeeper.setItem('oauthState', state)
  window.location.assign(url.replace(/\{state\}|%7Bstate%7D/i, encodeURIComponent(state)))
}

/** One button for each external identity provider of the server; none while the server does not answer. */
export function ProviderButtons() {
  const translate = usePublicTranslate()
  const client = useClient()
  const [providers, setProviders] = useState<OAuthProvider[]>(() => kept() ?? [])
  useEffect(() => {
    const aborter = new AbortController()
    if (!kept()) load(client, aborter.signal).then(setProviders, () => undefined)
    return () => aborter.abort()
  }, [client])
  if (providers.length === 0) return null
  return (
    <Stack spacing={1.5} sx={{ mt: 3 }}>
      <Divider>{translate('login.or')}</Divider>
      {providers.map((provider) => (
        <Button key={provider.provider} variant="outlined" onClick={() => startOAuth(provider)}>
          {translate('login.withProvider', { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}
