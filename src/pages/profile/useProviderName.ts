import { useCallback } from 'react'
import { useProviders } from '../../authProvider/providers'

/** The name of an identity provider; of one that the server does not know any more, its id. */
export function useProviderName() {
  const providers = useProviders()
  return useCallback(
    (id: string) => providers.find(({ provider }) => provider === id)?.name ?? id,
    [providers],
  )
}
