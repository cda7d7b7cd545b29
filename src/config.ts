import { createContext, useContext } from 'react'
import type { Config } from '#contract/config'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'

/** Local setting that overrides the API base of the configuration. Rules, "Requests". */
export const API_BASE_KEY = 'apiBase'

/**
 * Base of all calls, without a slash at its end: the local setting, else the configuration,
 * else `https://api.{host}/v2`. Rules, "Requests".
 */
export function resolveApiBase(configured: string | null, override: string | null, host: string): string {
  return (override?.trim() || configured || `https://api.${host}/v2`).replace(/\/+$/, '')
}

/** Reads `/config.json`; without one the defaults apply. `App` checks it against its schema. */
export async function loadConfig(): Promise<Config> {
  const answer = await fetch('/config.json')
  const isJson = answer.ok && answer.headers.get('content-type')?.includes('json')
  const given = isJson ? await answer.json() : {}
  return {
    ...CONFIG_DEFAULTS,
    ...given,
    links: { ...CONFIG_DEFAULTS.links, ...given.links },
    passwords: { ...CONFIG_DEFAULTS.passwords, ...given.passwords },
  }
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
