import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/common'
import { localKeeper } from './storage'

export type { Language }
export const LANGUAGES = ['en', 'cs'] as const satisfies readonly Language[]
export const DARK_MODES = ['auto', 'light', 'dark'] as const
type DarkMode = (typeof DARK_MODES)[number]

/** Preferences of this browser. Spec 1, section 3, "Local preferences". */
interface Preferences {
  darkMode: DarkMode
  /** Null while the browser's language is used. */
  preferredLanguage: Language | null
  thinMode: boolean
  /** The side menu shows icons only, on pages wide enough for both. Spec 1, section 2. */
  menuCollapsed: boolean
  /** Single keys are shortcuts. WCAG 2.1.4. */
  shortcuts: boolean
}

const KEY = 'preferences'
const DEFAULTS: Preferences = {
  darkMode: 'light',
  preferredLanguage: null,
  thinMode: false,
  menuCollapsed: false,
  shortcuts: true,
}
const listeners = new Set<() => void>()
let current = read()

/** The stored preferences. Invalid values get their default, because other programs may use the same key. */
function read(): Preferences {
  try {
    const kept: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localKeeper.getItem(KEY) ?? '') ?? {}
    return {
      darkMode: DARK_MODES.find((mode) => mode === kept.darkMode) ?? DEFAULTS.darkMode,
      preferredLanguage: LANGUAGES.find((language) => language === kept.preferredLanguage) ?? null,
      thinMode: kept.thinMode === true,
      menuCollapsed: kept.menuCollapsed === true,
      shortcuts: kept.shortcuts !== false,
    }
  } catch {
    return DEFAULTS
  }
}

function changed(next: Preferences) {
  current = next
  for (const listener of listeners) listener()
}

/** Changes some preferences, here and in the other tabs of this browser. */
export function setPreferences(change: Partial<Preferences>) {
  changed({ ...current, ...change })
  localKeeper.setItem(KEY, JSON.stringify(current))
}

const fromOtherTab = (event: StorageEvent) => event.key === KEY && changed(read())

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', fromOtherTab)
  }
}

/** The preferences of this browser; renders again when they change. */
export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current)

/** The language to show: the chosen one, else the browser's, else English. Spec 1, section 1. */
export function languageOf(preferred: Language | null, browserLanguages: readonly string[]): Language {
  if (preferred) return preferred
  const known = browserLanguages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'cs')
  return known === 'cs' ? 'cs' : 'en'
}

/** The language to show now. */
export const currentLanguage = (): Language => languageOf(current.preferredLanguage, navigator.languages)

/** The language to show now; renders again when it changes. */
export const useLanguage = (): Language => languageOf(usePreferences().preferredLanguage, navigator.languages)
