import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { isAskedFromHere } from '../../http/here'
import { choicePage, errorPage } from './page'
import type { Person } from './people'
import { memory } from './storage'

export { DEMO_PEOPLE, DEMO_PROVIDER, type Person } from './people'

const HOST = '127.0.0.1'
const SIGN_IN = '/sign-in/'
const MINUTE = 60

interface ProviderOptions {
  /** 0 for any free one. */
  port: number
  /** Title of its page. */
  title: string
  clientId: string
  /** Without one the client is public. */
  clientSecret?: string
  /** Addresses to which people may be sent back; on loopback with any port. */
  redirectUris: string[]
  people: readonly Person[]
  /** Changes the claims of ID tokens, for tests of code that reads them. */
  alterClaims?: (claims: JWTPayload) => JWTPayload
}

const makeNonce = () => randomBytes(16).toString('base64')

async function makeKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { privateKey, jwk: { ...jwk, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(jwk) } }
}

type Key = Awaited<ReturnType<typeof makeKey>>

/** Asks for the person at every sign-in, so that another one can be chosen, and for no consent. */
function askWhom() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const { Check } = interactionPolicy
  policy
    .get('login')
    ?.checks.add(
      new Check('choice', 'somebody must be chosen', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

function configurationOf(options: ProviderOptions, { jwk }: Key): Configuration {
  const { clientId, clientSecret, redirectUris, people, title } = options
  return {
    adapter: memory,
    clients: [
      {
        client_id: clientId,
        // For native applications the port on loopback does not matter (RFC 8252, 7.3).
        application_type: 'native',
        redirect_uris: redirectUris,
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: 'none' }
          : { client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_post' }),
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: [makeNonce()] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: 60 * MINUTE,
      Grant: 60 * MINUTE,
    },
    clientBasedCORS: () => false,
    interactions: { policy: askWhom(), url: (_ctx, { uid }) => SIGN_IN + uid },
    findAccount: (_ctx, sub) => {
      const person = people.find((one) => one.sub === sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    // No consent is asked for.
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError(ctx, { error, error_description: sentence }) {
      const style = makeNonce()
      ctx.set('Content-Security-Policy', policyOf(style))
      ctx.type = 'html'
      ctx.body = errorPage(title, sentence ?? error, style)
    },
  }
}

const policyOf = (nonce: string) => `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`

/** The page where people choose their identity. */
async function signIn(
  provider: Provider,
  options: ProviderOptions,
  req: IncomingMessage,
  res: ServerResponse,
) {
  await provider.interactionDetails(req, res)
  if (req.method === 'POST') {
    const chosen = new URLSearchParams(await text(req)).get('person')
    const person = options.people.find(({ sub }) => sub === chosen)
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'nobody was chosen' }
    return provider.interactionFinished(req, res, result)
  }
  const nonce = makeNonce()
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Security-Policy', policyOf(nonce))
  res.setHeader('Cache-Control', 'no-store')
  res.end(choicePage(options.title, options.people, nonce))
}

/** Signs ID tokens again, with other claims. */
function alterTokens(
  provider: Provider,
  alter: (claims: JWTPayload) => JWTPayload,
  { privateKey, jwk }: Key,
) {
  provider.use(async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return
    const [, payload = ''] = String(body.id_token).split('.')
    const claims: JWTPayload = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const token = new SignJWT(alter(claims)).setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
    ctx.body = { ...body, id_token: await token.sign(privateKey) }
  })
}

/**
 * A real identity provider (OpenID Connect) on this machine, at which people choose their identity. Anyone who reaches it can be anyone, so
 * it listens only on loopback, and answers nobody through a proxy. Rejects with an error of Node if the port is taken.
 */
export async function startProvider(options: ProviderOptions) {
  const key = await makeKey()
  const server = createServer()
  server.listen(options.port, HOST)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, configurationOf(options, key))
  if (options.alterClaims) alterTokens(provider, options.alterClaims, key)
  const handle = provider.callback()
  server.on('request', (req, res) => {
    if (!isAskedFromHere(req)) {
      res.writeHead(403, { 'Content-Type': 'text/plain' })
      return void res.end('This page works on its own machine only and through no proxy.')
    }
    if (!req.url?.startsWith(SIGN_IN)) return void handle(req, res)
    signIn(provider, options, req, res).catch(() => {
      if (!res.headersSent) res.writeHead(400, { 'Content-Type': 'text/plain' })
      res.end('This sign-in has ended. Close the page, and start again.')
    })
  })
  return {
    issuer,
    port,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
