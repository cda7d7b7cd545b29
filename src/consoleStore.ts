import type { Store } from 'react-admin'
import { localKeeper } from './storage'

const PREFIX = 'RaStoreconsole.'

const listeners = new Map<string, Set<(value: unknown) => void>>()

function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function notify(key: string, value: unknown) {
  for (const listener of listeners.get(key) ?? []) listener(value)
}

const fromOtherTab = ({ key, newValue }: StorageEvent) =>
  key?.startsWith(PREFIX) && notify(key.slice(PREFIX.length), read(newValue))

const keysOf = (start = '') =>
  localKeeper.keys().flatMap((key) => (key.startsWith(PREFIX + start) ? [key.slice(PREFIX.length)] : []))

function removeItem(key: string) {
  localKeeper.removeItem(PREFIX + key)
  notify(key, undefined)
}

/** React-admin's store. Signing out clears it, except for table settings. Rules, "Preferences". */
export const consoleStore: Store = {
  setup: () => window.addEventListener('storage', fromOtherTab),
  teardown: () => window.removeEventListener('storage', fromOtherTab),
  getItem(key, defaultValue) {
    const value = read(localKeeper.getItem(PREFIX + key))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the interface requires the caller's type; callers check the value
    return value === undefined ? defaultValue : (value as typeof defaultValue)
  },
  setItem(key, value) {
    if (value === undefined) return removeItem(key)
    localKeeper.setItem(PREFIX + key, JSON.stringify(value))
    notify(key, value)
  },
  removeItem,
  removeItems: (start) => keysOf(start).forEach(removeItem),
  reset: () =>
    keysOf()
      .filter((key) => !key.startsWith('table.'))
      .forEach(removeItem),
  subscribe(key, listener) {
    const all = listeners.get(key) ?? new Set()
    listeners.set(key, all.add(listener))
    return () => void all.delete(listener)
  },
}
