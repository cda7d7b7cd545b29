import { type Config, configSchema } from '#contract/config'
import { resolveApiBase } from './apiBase'

/** Reads JSON; an empty object where there is none. */
type ReadJson = (address: URL, init: RequestInit) => Promise<unknown>

const urlOf = (address: string, base: string | URL) =>
  URL.canParse(address, base) ? new URL(address, base) : null

/** How long another server may take to say what it can do, in milliseconds. */
const PATIENCE = 5000

/** What the server of a base says of itself in its own `/config.json`; one that has none has the published calls only. */
async function configOfServer(base: URL, readJson: ReadJson): Promise<Config> {
  const address = new URL('/config.json', base)
  const given = await readJson(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => ({}))
  const { data } = configSchema.safeParse(given)
  // It may be that of a console, which calls a server of another address.
  const isOwn = data && urlOf(resolveApiBase(data.apiBase, null, address.host), address)?.href === base.href
  return isOwn ? data : configSchema.parse({})
}

/** The configuration of the console with what the server can do that a local setting names. Rules, "Capabilities". */
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
