import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { isFromHere } from '../http/here'
import { addressOf } from '../http/implement'
import { finishFlow, type Outcome, sentenceOf, startFlow } from '../services/accounts/oidc/flow'
import { countFlow } from '../services/rateLimit'

/** Accepted states of consoles: they are stored, and come back in an address. */
const STATE = /^[\x21-\x7e]{1,512}$/

/**
 * Where a person's browser goes, not the console's code: to the sign-in of a provider, and back from it. Both answer with a
 * redirect, whatever happens; an error is a sentence that the console shows.
 */
export function oauthRoutes(v2: OpenAPIHono, deps: Deps) {
  v2.get('/auth/oauth2/start/:provider', (c) =>
    redirect(c, deps, async () => {
      const consoleState = c.req.query('state') ?? ''
      try {
        if (!STATE.test(consoleState)) throw new ApiError(400, 'state must have 1 to 512 visible characters')
        await countFlow(deps, addressOf(c, deps.settings.trustProxy))
        const isConfirmation = c.req.query('confirm') === '1'
        const start = { provider: c.req.param('provider'), consoleState, isConfirmation }
        return await startFlow(deps, start, { isFromHere: () => isFromHere(c) })
      } catch (error) {
        return { ...(STATE.test(consoleState) && { state: consoleState }), error: sentenceOf(deps, error) }
      }
    }),
  )
  v2.get('/auth/oauth2/callback', (c) =>
    redirect(c, deps, async () => {
      const query = new URL(c.req.url).searchParams
      try {
        return await finishFlow(deps, query, { isFromHere: () => isFromHere(c) })
      } catch (error) {
        return { error: sentenceOf(deps, error) }
      }
    }),
  )
}

async function redirect(c: Context, { ownAddress }: Deps, find: () => Promise<URL | Outcome>) {
  const found = await find()
  // The window that opened this one asks whether it has come back.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  if (found instanceof URL) return c.redirect(found.href)
  return c.redirect(`${ownAddress()}/callback?${new URLSearchParams({ ...found })}`)
}
