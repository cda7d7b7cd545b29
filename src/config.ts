import { createContext, useContext } from 'react'
import type { Config } from '#contract/config'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { localKeeper } from './storage'

/** Local setting that overrides the API base of the configuration. Rules, "Requests". */
export const API_BASE_KEY = 'apiBase'

/**
 * Base of all calls, without a slash at its end: the local setting, else the configuration,
 * else `https://api.{host}/v2`. Rules, "Requests".
 */
export function resolveApiBase(configured: string | null, override: string | null, host: string): string {
  return (override?.trim() || configured || `https://api.${host}/v2`).replace(/\/+$/, '')
}

const urlOf = (address: string, base: string | URL) =>
  URL.canParse(address, base) ? new URL(address, base) : null

async function readJson(address: string | URL, init?: RequestInit) {
  const answer = await fetch(address, init)
  const isJson = answer.ok && answer.headers.get('content-type')?.includes('json')
  return isJson ? answer.json() : {}
}

/** How long another server may take to say what it can do, in milliseconds. */
const PATIENCE = 5000

/** What the server of a base says of itself in its own `/config.json`; one that has none has the published calls only. */
async function configOfServer(base: URL): Promise<Config> {
  const { configSchema } = await import('#contract/config')
  const address = new URL('/config.json', base)
  const given: unknown = await readJson(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => ({}))
  const { data } = configSchema.safeParse(given)
  // It may be that of a console, which calls a server of another address.
  const isOwn = data && urlOf(resolveApiBase(data.apiBase, null, address.host), address)?.href === base.href
  return isOwn ? data : configSchema.parse({})
}

/**
 * Reads `/config.json`; without one the defaults apply. `App` checks it against its schema. Where a local setting names another
 * server, what that one can do comes from it. Rules, "Capabilities".
 */
export async function loadConfig(): Promise<Config> {
  const given = await readJson('/config.json')
  const config: Config = {
    ...CONFIG_DEFAULTS,
    ...given,
    links: { ...CONFIG_DEFAULTS.links, ...given.links },
    passwords: { ...CONFIG_DEFAULTS.passwords, ...given.passwords },
  }
  const { host, href } = window.location
  const [named, called] = [null, localKeeper.getItem(API_BASE_KEY)].map((override) =>
    urlOf(resolveApiBase(config.apiBase, override, host), href),
  )
  if (!called || called.href === named?.href) return config
  const { signUp, passwordLogin, passwords, needsAdmin, providers, capabilities } =
    await configOfServer(called)
  return { ...config, signUp, passwordLogin, passwords, needsAdmin, providers, capabilities }
}

const ConfigContext = createContext<Config | null>(null)
export const ConfigProvider = ConfigContext.Provider

/** The configuration of the console. */
export function useConfig(): Config {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('ConfigProvider is missing')
  return config
}

/** Whether the server offers the calls of a capability, which other servers may not have: see `endpoint.capability`. */
export const useCapability = (capability: string): boolean => useConfig().capabilities.includes(capability)

/** Capabilities that have a section on the page about the security of the account. */
const OF_SECURITY = new Set(['second-factor', 'passkeys', 'sessions', 'password'])

/** Whether the server offers anything to see or change on the page about the security of the account. */
export const useHasSecurity = (): boolean =>
  useConfig().capabilities.some((capability) => OF_SECURITY.has(capability))
