import type { OAuthProvider } from '#contract/auth'
import { authenticationsApi } from '#contract/profile'
import { secondFactorApi } from '#contract/secondFactor'
import { useProviders } from '../../authProvider/providers'
import { useConfig } from '../../config'
import { useRead } from '../../dataProvider/answers'
import { callEndpoint } from '../../dataProvider/call'
import { useClient } from '../../dataProvider/client'

/** The methods by which a person can confirm their identity. */
export interface Ways {
  password: boolean
  passkey: boolean
  /** Providers with a linked identity of the person. */
  providers: OAuthProvider[]
}

/** The account's methods that the server accepts; undefined until known. A method not mentioned is missing. */
export function useWays(): Ways | undefined {
  const client = useClient()
  const { capabilities, passwordLogin } = useConfig()
  const providers = useProviders()
  const readWays = async () => {
    const [security, identities] = await Promise.all([
      capabilities.includes(secondFactorApi.read.capability)
        ? callEndpoint(client, secondFactorApi.read).catch(() => null)
        : null,
      callEndpoint(client, authenticationsApi.list).catch(() => []),
    ])
    return { security, identities }
  }

  const { data } = useRead(
    authenticationsApi.list,
    { withSecurity: true },
    readWays,
    // Read anew for each question, and without waiting while the server is down.
    { networkMode: 'always', staleTime: 0, gcTime: 0 },
  )
  if (data === undefined) return undefined
  const { security, identities } = data
  return {
    password: passwordLogin && (security?.has_password ?? true),
    passkey: passwordLogin && (security?.passkeys.length ?? 0) > 0 && 'PublicKeyCredential' in window,
    providers: providers.filter(({ provider }) => identities.some((linked) => linked.provider === provider)),
  }
}
