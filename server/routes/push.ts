import { pushApi } from '#contract/push'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { addBrowser, confirmBrowser, listBrowsers, removeBrowser } from '../services/push'

/** The services behind the calls of push messages. */
export function pushRoutes(implement: Implement, deps: Deps) {
  implement(pushApi.read, async ({ caller }) => ({
    public_key: deps.pushKey.publicKey,
    browsers: await listBrowsers(deps.db, caller, deps.now()),
  }))
  implement(pushApi.add, ({ caller, body }) => addBrowser(deps, caller, body))
  implement(pushApi.confirm, ({ body }) => confirmBrowser(deps, body))
  implement(pushApi.remove, ({ caller, params }) => removeBrowser(deps, caller, params))
}
