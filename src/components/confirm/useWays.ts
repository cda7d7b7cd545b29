import { useQuery } from '@tanstack/react-query'
import { secondFactorApi } from '#contract/secondFactor'
import { useConfig } from '../../config'
import { callEndpoint, useClient } from '../../dataProvider/client'

/** How a person can show who they are. */
export interface Ways {
  password: boolean
  passkey: boolean
}

/** What the account has and the server takes; undefined until it is known. What the server does not tell, it has not. */
export function useWays(): Ways | undefined {
  const client = useClient()
  const { capabilities, passwordLogin } = useConfig()
  const readSecurity = async () =>
    capabilities.includes(secondFactorApi.read.capability)
      ? callEndpoint(client, secondFactorApi.read).catch(() => null)
      : null

  const { data } = useQuery({
    queryKey: ['waysToConfirm'],
    queryFn: readSecurity,
    // It answers each question anew, and at once when the server is away.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  if (data === undefined) return undefined
  return {
    password: passwordLogin && (data?.has_password ?? true),
    passkey: data !== null && data.passkeys.length > 0 && 'PublicKeyCredential' in window,
  }
}
