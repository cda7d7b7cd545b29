import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/common'
import { localKeeper, sessionKeeper } from './storage'

export type { Language }
export const LANGUAGES = ['en', 'cs'] as const satisfies readonly Language[]
export const DARK_MODES = ['auto', 'light', 'dark'] as const
type DarkMode = (typeof DARK_MODES)[number]

/** Preferences of this browser. Rules, "Preferences". */
interface Preferences {
  darkMode: DarkMode
  /** Null means the browser's language. */
  preferredLanguage: Language | null
  /** Stored for each account, so that people who share a browser do not share the density of tables. */
  thinMode: boolean
  /** The side menu shows only icons, on wide pages. Rules, "Preferences". */
  menuCollapsed: boolean
  /** Single-key shortcuts are on. WCAG 2.1.4. */
  shortcuts: boolean
}

const KEY = 'preferences'
/** Storage key of the signed-in person. Rules, "Preferences". */
export const USER = 'user'
const DEFAULTS: Readonly<Preferences> = {
  darkMode: 'light',
  preferredLanguage: null,
  thinMode: false,
  menuCollapsed: false,
  shortcuts: true,
}
const listeners = new Set<() => void>()
let current = read()

/** The stored person, unchecked: other programs may use the same key. */
function storedUser(): { id?: unknown; email?: unknown; timezone?: unknown } {
  try {
    return JSON.parse((sessionKeeper.getItem(USER) ?? localKeeper.getItem(USER)) || 'null') ?? {}
  } catch {
    return {}
  }
}

/** The id of the signed-in account; empty if nobody is signed in. */
function accountKey(): string {
  const { id } = storedUser()
  return typeof id === 'string' ? id : ''
}

/** The id and e-mail address of the stored person; null if there is none. */
export function storedAccount(): { id: string; email: string } | null {
  const { id, email } = storedUser()
  return typeof id === 'string' && typeof email === 'string' ? { id, email } : null
}

/** The time zone of the stored person; null without a person or zone. */
export function storedTimezone(): string | null {
  const { timezone } = storedUser()
  return typeof timezone === 'string' ? timezone : null
}

/** The stored choice of thin mode for each account; null in an older format without accounts. */
function thinModesIn(kept: unknown): Record<string, boolean> | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
  return Object.fromEntries(Object.entries(kept).filter((entry) => typeof entry[1] === 'boolean'))
}

function readStored(): Partial<Record<keyof Preferences | 'thinModes', unknown>> {
  try {
    return JSON.parse(localKeeper.getItem(KEY) ?? '') ?? {}
  } catch {
    return {}
  }
}

/** The stored preferences. Invalid values get their default, because other programs may use the same key. */
function read(): Preferences {
  const kept = readStored()
  const thinModes = thinModesIn(kept.thinModes)
  return {
    darkMode: DARK_MODES.find((mode) => mode === kept.darkMode) ?? DEFAULTS.darkMode,
    preferredLanguage: LANGUAGES.find((language) => language === kept.preferredLanguage) ?? null,
    thinMode: thinModes ? thinModes[accountKey()] === true : kept.thinMode === true,
    menuCollapsed: kept.menuCollapsed === true,
    shortcuts: kept.shortcuts !== false,
  }
}

function changed(next: Preferences) {
  current = next
  for (const listener of listeners) listener()
}

/** Changes some preferences, also in other tabs of this browser. */
export function setPreferences(change: Partial<Preferences>) {
  changed({ ...current, ...change })
  const thinModes = { ...thinModesIn(readStored().thinModes), [accountKey()]: current.thinMode }
  localKeeper.setItem(KEY, JSON.stringify({ ...current, thinModes }))
}

/** Loads the preferences of the account that has just signed in or out. */
export const readPreferencesAgain = () => changed(read())

const fromOtherTab = ({ key }: StorageEvent) => (key === KEY || key === USER) && readPreferencesAgain()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', fromOtherTab)
  }
}

/** Preferences of this browser; renders again when they change. */
export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current)

/** The language to show: the chosen one, else the browser's, else English. Rules, "Preferences". */
export function languageOf(preferred: Language | null, browserLanguages: readonly string[]): Language {
  if (preferred) return preferred
  const known = browserLanguages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'cs')
  return known === 'cs' ? 'cs' : 'en'
}

/** The language to show now. */
export const currentLanguage = (): Language => languageOf(current.preferredLanguage, navigator.languages)

/** The language to show now; renders again when it changes. */
export const useLanguage = (): Language => languageOf(usePreferences().preferredLanguage, navigator.languages)
