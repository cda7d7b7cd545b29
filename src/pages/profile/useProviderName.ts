import { useCallback } from 'react'
import { useProviders } from '../../authProvider/providers'

/** Name of an identity provider; its id if the server no longer knows it. */
export function useProviderName() {
  const providers = useProviders()
  return useCallback(
    (id: string) => providers.find(({ provider }) => provider === id)?.name ?? id,
    [providers],
  )
}
