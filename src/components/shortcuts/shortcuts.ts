import type { ResourceName } from '../../dataProvider/endpoints'

/** Keys that open a section of the console or of the current space, after `g`. */
const SECTIONS = {
  spaces: 's',
  overview: 'o',
  spaceInfo: 'i',
  devices: 'd',
  messages: 'm',
  alerts: 'a',
  'alert-rules': 'l',
  mutes: 'z',
  shifts: 'h',
  rollouts: 'r',
  tags: 't',
  'config-templates': 'p',
  connectors: 'c',
  users: 'u',
  keys: 'k',
  variables: 'v',
  trash: 'x',
} as const satisfies Partial<Record<ResourceName | 'overview' | 'spaceInfo', string>>

/** The same in the admin area, where other sections are. */
const ADMIN_SECTIONS = {
  overview: 'o',
  adminUsers: 'u',
  adminDevices: 'd',
  audit: 'l',
  sims: 'i',
} as const satisfies Partial<Record<ResourceName | 'overview' | 'sims', string>>

/** All shortcuts of the console, with their keys. `Mod` is Ctrl, or ⌘ on a Mac. */
const KEYS = {
  general: { palette: 'Mod+K', help: '?', leave: 'Escape' },
  page: { create: 'c', filter: '/', edit: 'e', next: 'n', previous: 'p' },
  rows: { nextRow: 'j', previousRow: 'k', open: 'Enter', select: 'x', peek: ' ', filterBy: 'f' },
} as const

type Group = keyof typeof KEYS
/** Names of shortcuts, except those that open a section. */
export type ShortcutName = { [Name in Group]: keyof (typeof KEYS)[Name] }[Group]

interface Listed<Name extends string> {
  name: Name
  keys: readonly string[]
}

const listed = <Name extends string>(keys: Readonly<Record<Name, string>>, before: readonly string[] = []) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.entries` loses the names of the keys
  (Object.entries(keys) as [Name, string][]).map(
    ([name, key]): Listed<Name> => ({ name, keys: [...before, key] }),
  )

/** All shortcuts by group; those in `go` and `admin` have the names of resources and pages. */
export const SHORTCUTS = {
  general: listed(KEYS.general),
  page: listed(KEYS.page),
  rows: listed(KEYS.rows),
  go: listed(SECTIONS, ['g']),
  admin: listed(ADMIN_SECTIONS, ['g']),
}

const keys: Readonly<Record<ShortcutName, string>> = { ...KEYS.general, ...KEYS.page, ...KEYS.rows }

/** The key of a shortcut, as in `KEYS`. */
export const keyOf = (name: ShortcutName): string => keys[name]

const isMac = () => /^Mac|^iP/.test(navigator.platform)

/** A key in its usual notation. */
export const shownKey = (key: string): string =>
  key === ' ' ? 'Space' : key.replace('Mod+', isMac() ? '⌘ ' : 'Ctrl ').replace('Escape', 'Esc')

/** A key in the notation of `aria-keyshortcuts`. */
export const ariaKey = (key: string): string =>
  key === ' ' ? 'Space' : key.replace('Mod', isMac() ? 'Meta' : 'Control')

/** Whether the event opens the palette. It does so anywhere, even while the person types. */
export const isPaletteKey = (event: KeyboardEvent) =>
  (isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k'

/** Elements for typing. */
const TYPED_INTO = [
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  '.monaco-editor',
  '[role="menu"]',
  '[role="listbox"]',
  '[role="alert"]',
].join()

/** Elements that handle letters themselves. */
const TAKES_KEYS = [TYPED_INTO, '[role="dialog"]', '[role="alertdialog"]'].join()

/**
 * The key pressed for a shortcut; null while the person types, with modifiers, or while a dialog is open.
 * @param isOfDialog the shortcut belongs to the open dialog
 */
export function shortcutKey(event: KeyboardEvent, isOfDialog = false): string | null {
  if (event.defaultPrevented || event.isComposing || event.repeat) return null
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  if (event.target instanceof Element && event.target.closest(isOfDialog ? TYPED_INTO : TAKES_KEYS))
    return null
  if (document.querySelectorAll('.MuiModal-root').length > Number(isOfDialog)) return null
  // Caps Lock makes no difference.
  return event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key
}
