import { randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { NEUTRAL_ICON, type ProviderSettings } from '../../server/config/providers'
import { type Person, startProvider } from '../../server/demo/provider'

/** Redirect URIs of test servers: those in this process, and those on a free port. */
const REDIRECTS = ['https://console.example.com', 'http://localhost'].map(
  (address) => `${address}/v2/auth/oauth2/callback`,
)

const SECRET = 'a secret of the client'

/** A person with an account at the provider. */
export function aPerson(values: Partial<Person> = {}): Person {
  const sub = `sub-${randomBytes(6).toString('hex')}`
  return {
    sub,
    name: 'Petra Poklad',
    given_name: 'Petra',
    family_name: 'Poklad',
    email: `${sub}@example.com`,
    email_verified: true,
    hint: 'for tests',
    ...values,
  }
}

/** Starts a real identity provider for the tests of one process, on a free port. Call `stop` at the end. */
export async function openProvider(id = 'keycloak') {
  const people: Person[] = []
  let lie: ((claims: JWTPayload) => JWTPayload) | undefined
  const start = (port: number) =>
    startProvider({
      port,
      title: 'Provider of the tests',
      clientId: 'spaceport',
      clientSecret: SECRET,
      redirectUris: REDIRECTS,
      people,
      alterClaims: (claims) => lie?.(claims) ?? claims,
    })
  let provider = await start(0)
  const { issuer, port } = provider
  const settings: ProviderSettings = {
    id,
    name: 'Keycloak',
    icon: NEUTRAL_ICON,
    issuer,
    clientId: 'spaceport',
    clientSecret: SECRET,
    scope: 'openid email profile',
  }
  return {
    settings,
    /** Settings as environment variables. */
    env: {
      OIDC_PROVIDERS: id,
      [`OIDC_${id.toUpperCase()}_ISSUER`]: issuer,
      [`OIDC_${id.toUpperCase()}_CLIENT_ID`]: settings.clientId,
      [`OIDC_${id.toUpperCase()}_CLIENT_SECRET`]: SECRET,
    },
    /** Adds a person who can sign in there. */
    add(values?: Partial<Person>): Person {
      const person = aPerson(values)
      people.push(person)
      return person
    },
    /** Changes the claims of ID tokens while the work runs. */
    async lying<Result>(change: (claims: JWTPayload) => JWTPayload, work: () => Promise<Result>) {
      lie = change
      try {
        return await work()
      } finally {
        lie = undefined
      }
    },
    /** Makes the provider unavailable while the work runs. */
    async away<Result>(work: () => Promise<Result>) {
      await provider.stop()
      try {
        return await work()
      } finally {
        provider = await start(port)
      }
    },
    stop: () => provider.stop(),
  }
}
