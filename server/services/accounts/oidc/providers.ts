import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { HOUR } from '#contract/common/durations'
import type { ProviderSettings } from '../../../config/providers'
import { ApiError } from '../../../errors'
import type { Provider, Providers } from '../../../systems'
import type { Origin } from '../../common/caller'

/** Seconds that the issuer may take to answer. */
const TIMEOUT = 10
/** Milliseconds for which the issuer's metadata is kept. */
const KEPT_FOR = HOUR

/** Most bytes of an answer of an issuer. */
const ANSWER_MAX = 1_000_000

/** Whether a provider is open to a caller. */
export const isOpenTo = (
  { isLocal }: ProviderSettings,
  { isFromHere }: Pick<Origin, 'isFromHere'>,
): boolean => isLocal !== true || isFromHere()

/** @throws ApiError 403 if the caller may not sign in at the provider */
export function requireOpenTo(provider: Provider, origin: Pick<Origin, 'isFromHere'>): void {
  if (!isOpenTo(provider, origin))
    throw new ApiError(403, `“${provider.name}” works on this machine only and through no proxy`)
}

/** Client authentication, in the body if the issuer accepts it there, because providers read escaped characters in a header differently. */
const authentication =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic
    authenticate(secret)(server, ...rest)
  }

/** Aborts an answer that is too long; reading it then fails. */
function boundary() {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes <= ANSWER_MAX) controller.enqueue(chunk)
      else controller.error(new Error(`an answer of the issuer is longer than ${ANSWER_MAX} bytes`))
    },
  })
}

const fetchBounded: CustomFetch = async (url, { body, ...options }) => {
  // The types of fetch do not accept bytes that may be shared with other threads.
  const answer = await fetch(url, {
    ...options,
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
  })
  return answer.body ? new Response(answer.body.pipeThrough(boundary()), answer) : answer
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const url = new URL(issuer)
  // The settings allow http only for this machine.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  return discovery(
    url,
    clientId,
    undefined,
    clientSecret === undefined ? None() : authentication(clientSecret),
    {
      timeout: TIMEOUT,
      execute: [...execute, enableNonRepudiationChecks],
      [customFetch]: fetchBounded,
    },
  )
}

function open(settings: ProviderSettings): Provider {
  let asked: { at: number; answer: Promise<Configuration> } | undefined
  return {
    ...settings,
    async configuration() {
      if (!asked || Date.now() - asked.at > KEPT_FOR) asked = { at: Date.now(), answer: discover(settings) }
      const { answer } = asked
      try {
        return await answer
      } catch (error) {
        if (asked?.answer === answer) asked = undefined
        throw error
      }
    },
  }
}

/** Opens the configured providers. They are not called before a person signs in. */
export function openProviders(settings: readonly ProviderSettings[]): Providers {
  const providers = settings.map(open)
  return {
    list: () => providers,
    find: (id) => providers.find((provider) => provider.id === id),
  }
}
