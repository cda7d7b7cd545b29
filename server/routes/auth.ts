import { authApi } from '#contract/auth'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { checkDatabase } from '../services/health'
import { setUp } from '../services/setup'
import { signIn } from '../services/signIn'
import { revokeToken } from '../services/tokens'

export function authRoutes(implement: Implement, deps: Deps) {
  implement(authApi.login, async ({ body, address }) => ({ access_token: await signIn(deps, body, address) }))
  implement(authApi.setup, async ({ body, address }) => ({ access_token: await setUp(deps, body, address) }))
  implement(authApi.logout, ({ caller }) => revokeToken(deps, caller.jti))
  // The console asks this to find out whether the server works, so it fails as any other call while the database is away.
  implement(authApi.providers, async () => {
    await checkDatabase(deps)
    return []
  })
}
