import { createContext, useContext } from 'react'
import type { Config } from '#contract/config'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { API_BASE_KEY } from './apiBase'
import { localKeeper } from './storage'

async function readJson(address: string | URL, init?: RequestInit) {
  const answer = await fetch(address, init)
  const isJson = answer.ok && answer.headers.get('content-type')?.includes('json')
  return isJson ? answer.json() : {}
}

/**
 * Reads `/config.json`; without one, the defaults apply. `App` checks it against its schema. If a local setting names
 * another server, that server's capabilities apply. Rules, "Capabilities".
 */
export async function loadConfig(): Promise<Config> {
  const given = await readJson('/config.json')
  const config: Config = {
    ...CONFIG_DEFAULTS,
    ...given,
    links: { ...CONFIG_DEFAULTS.links, ...given.links },
    passwords: { ...CONFIG_DEFAULTS.passwords, ...given.passwords },
  }
  const setting = localKeeper.getItem(API_BASE_KEY)
  if (!setting) return config
  const { withCalledServer } = await import('./calledServer')
  return withCalledServer(config, setting, readJson)
}

const ConfigContext = createContext<Config | null>(null)
export const ConfigProvider = ConfigContext.Provider

export function useConfig(): Config {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('ConfigProvider is missing')
  return config
}

/** Whether the server offers the calls of a capability, which not every server does: see `endpoint.capability`. */
export const useCapability = (capability: string): boolean => useConfig().capabilities.includes(capability)

/** Capabilities with a section on the account security page. */
const OF_SECURITY = new Set(['second-factor', 'passkeys', 'sessions', 'password'])

/** Whether the account security page has anything to show. */
export const useHasSecurity = (): boolean =>
  useConfig().capabilities.some((capability) => OF_SECURITY.has(capability))
