import { eq } from 'drizzle-orm'
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  calculatePKCECodeChallenge,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { MINUTE } from '#contract/common/durations'
import { isDatabaseAway } from '../../../db/away'
import { oauthFlow } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, reasonOf } from '../../../errors'
import type { Provider } from '../../../systems'
import type { Origin } from '../../common/caller'
import { hashOf, makeSecret } from '../../common/oneTime'
import { readClaims } from './claims'
import { giveCode } from './codes'
import { requireOpenTo } from './providers'

/** Milliseconds that a person may take at the provider. */
const LIFETIME = 10 * MINUTE
/** Seconds that the provider's clock may be behind. */
const CLOCK_TOLERANCE = 60
/** Longest id of a person at a provider. OpenID Connect Core, section 2. */
const SUBJECT_MAX = 255
/** Longest error name that is shown; it comes from an address that anyone could change. */
const REFUSAL_MAX = 64

/** The address that providers send people back to. */
export const redirectAddress = ({ ownAddress }: Pick<Deps, 'ownAddress'>) =>
  `${ownAddress()}/v2/auth/oauth2/callback`

/** The address that begins a sign-in at a provider; `{state}` stands for the console's state. */
export const startAddress = ({ ownAddress }: Pick<Deps, 'ownAddress'>, { id }: Pick<Provider, 'id'>) =>
  `${ownAddress()}/v2/auth/oauth2/start/${id}?state={state}`

/** A sign-in at a provider that the console began. */
interface Start {
  provider: string
  /** The value that the console compares when the person returns. */
  consoleState: string
  /** Whether the provider must ask for the sign-in again, even of a person that it knows. */
  isConfirmation: boolean
}

/**
 * Begins a sign-in at a provider: PKCE (RFC 7636), a nonce and a state of our own, kept for 10 minutes.
 * @returns the address of the provider's sign-in
 * @throws ApiError for people: the provider is unknown, is not open to callers from other machines, or does not answer
 */
export async function startFlow(
  deps: Deps,
  { provider: id, consoleState, isConfirmation }: Start,
  origin: Pick<Origin, 'isFromHere'>,
): Promise<URL> {
  const provider = deps.providers.find(id)
  if (!provider) throw new ApiError(404, 'this server does not know the provider')
  requireOpenTo(provider, origin)
  const configuration = await ask(deps, provider, () => provider.configuration())
  const [state, verifier, nonce] = [makeSecret(), randomPKCECodeVerifier(), randomNonce()]
  const expiresAt = new Date(deps.now().getTime() + LIFETIME)
  await deps.db
    .insert(oauthFlow)
    .values({ hash: hashOf(state), provider: id, consoleState, verifier, nonce, isConfirmation, expiresAt })
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress(deps),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isConfirmation && { prompt: 'login', max_age: '0' }),
  })
}

/** The outcome of a sign-in at a provider, for the console. */
export interface Outcome {
  /** The console's state; undefined if the sign-in is unknown. */
  state?: string
  code?: string
  /** A sentence for people. */
  error?: string
}

/**
 * Ends a sign-in at a provider, with the query that the person came back with. The flow is used up, whatever the outcome.
 * @returns our own code, which the console uses within two minutes, or why there is none
 */
export async function finishFlow(
  deps: Deps,
  query: URLSearchParams,
  origin: Pick<Origin, 'isFromHere'>,
): Promise<Outcome> {
  const state = query.get('state') ?? ''
  const [flow] = await deps.db
    .delete(oauthFlow)
    .where(eq(oauthFlow.hash, hashOf(state)))
    .returning()
  if (!flow) return { error: 'this sign-in has ended already, please try again' }
  const known = { state: flow.consoleState }
  if (flow.expiresAt <= deps.now()) return { ...known, error: 'the sign-in took too long, please try again' }
  try {
    return { ...known, code: await exchange(deps, flow, query, origin) }
  } catch (error) {
    if (error instanceof ApiError) return { ...known, error: error.message }
    throw error
  }
}

async function exchange(
  deps: Deps,
  flow: typeof oauthFlow.$inferSelect,
  query: URLSearchParams,
  origin: Pick<Origin, 'isFromHere'>,
): Promise<string> {
  const provider = deps.providers.find(flow.provider)
  if (!provider) throw new ApiError(404, 'this server no longer knows the provider')
  requireOpenTo(provider, origin)
  const { identityId, claims } = await ask(deps, provider, async () => {
    const configuration = await provider.configuration()
    const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectAddress(deps)}?${query}`), {
      expectedState: query.get('state') ?? '',
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    if (!idToken) throw new Error('there is no ID token')
    if (idToken.sub.length > SUBJECT_MAX)
      throw new ApiError(401, `${provider.name} knows you by an id of more than ${SUBJECT_MAX} characters`)
    if (flow.isConfirmation) checkConfirmed(provider, flow, idToken)
    return { identityId: idToken.sub, claims: await readClaims(configuration, tokens, idToken) }
  })
  const { isConfirmation } = flow
  return giveCode(deps, { ...claims, provider: provider.id, identityId, isConfirmation })
}

/** @throws ApiError if the provider does not say that the person has signed in again */
function checkConfirmed(
  { name }: Provider,
  { expiresAt }: { expiresAt: Date },
  { auth_time: signedInAt }: IDToken,
) {
  const startedAt = (expiresAt.getTime() - LIFETIME) / 1000
  if (signedInAt === undefined || signedInAt < startedAt - CLOCK_TOLERANCE)
    throw new ApiError(
      403,
      `${name} does not say that you have just signed in there; sign out here, and sign in with it`,
    )
}

/** Whether an error is that of a connection without an answer. */
const isSilent = (error: unknown) =>
  (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') ||
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof ClientError && error.cause instanceof Response && error.cause.status >= 500)

/**
 * Calls the provider.
 * @throws ApiError with a sentence for people; the details are logged, without codes and tokens
 */
async function ask<Answer>(
  deps: Pick<Deps, 'log'>,
  { id, name }: Provider,
  calls: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof AuthorizationResponseError) {
      const refusal = error.error.slice(0, REFUSAL_MAX)
      deps.log.info('an identity provider refused a sign-in', { provider: id, error: refusal })
      if (error.error === 'access_denied') throw new ApiError(403, `the sign-in at ${name} was cancelled`)
      throw new ApiError(403, `${name} refused the sign-in (${refusal})`)
    }
    deps.log.error('a sign-in at an identity provider failed', { provider: id, error: reasonOf(error) })
    if (isSilent(error)) throw new ApiError(409, `${name} does not answer, please try again in a moment`)
    throw new ApiError(401, `the answer of ${name} cannot be trusted, please try again`)
  }
}

/** The sentence for the person about a failure. An unexpected failure is logged. */
export function sentenceOf({ log }: Pick<Deps, 'log'>, error: unknown): string {
  if (error instanceof ApiError) return error.message
  log.error('a sign-in at an identity provider broke off', { error: reasonOf(error) })
  return isDatabaseAway(error)
    ? 'the database does not answer, please try again in a moment'
    : 'something went wrong, please try again'
}
