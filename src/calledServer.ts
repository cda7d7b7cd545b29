import { type Config, configSchema } from '#contract/config'
import { resolveApiBase } from './apiBase'

/** Reads JSON; an empty object if there is none. */
type ReadJson = (address: URL, init: RequestInit) => Promise<unknown>

const urlOf = (address: string, base: string | URL) =>
  URL.canParse(address, base) ? new URL(address, base) : null

/** Timeout for the other server's `/config.json`, in milliseconds. */
const PATIENCE = 5000

/** The configuration from a server's own `/config.json`. A server without one has only the published calls. */
async function configOfServer(base: URL, readJson: ReadJson): Promise<Config> {
  const address = new URL('/config.json', base)
  const given = await readJson(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => ({}))
  const { data } = configSchema.safeParse(given)
  // This may be the configuration of a console that calls yet another server.
  const isOwn = data && urlOf(resolveApiBase(data.apiBase, null, address.host), address)?.href === base.href
  return isOwn ? data : configSchema.parse({})
}

/** The configuration, with the capabilities of the server that a local setting names. Rules, "Capabilities". */
export async function withCalledServer(config: Config, setting: string, readJson: ReadJson): Promise<Config> {
  const { host, href } = window.location
  const [named, called] = [null, setting].map((override) =>
    urlOf(resolveApiBase(config.apiBase, override, host), href),
  )
  if (!called || called.href === named?.href) return config
  const { signUp, passwordLogin, passwords, needsAdmin, sendsMail, providers, capabilities } =
    await configOfServer(called, readJson)
  return { ...config, signUp, passwordLogin, passwords, needsAdmin, sendsMail, providers, capabilities }
}
