import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEvent } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import type { Permission } from '#contract/permissions'
import { addresses, spaceAddresses } from '../../addresses'
import { useEditMode } from '../../components/address/addressMode'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { segmentOf, useIsOffered } from '../../components/resource/definition'
import { isPaletteKey, keyOf, SHORTCUTS, type ShortcutName } from '../../components/shortcuts/shortcuts'
import { controlOf, useShortcutKeys } from '../../components/shortcuts/useShortcut'
import { useConfig } from '../../config'
import { useMay } from '../../dataProvider/account'
import { registry } from '../../resources/registry'
import { areaOf } from '../areas'

const Palette = lazyPart(() => import('../palette/Palette'))
const ShortcutHelp = lazyPart(() => import('./ShortcutHelp'))

/** How long to wait for the second key of a shortcut, in milliseconds. */
const PAUSE = 1500

/** The address of the section that a key opens after `g`; null if this person has none. */
function useSectionOf(spaceId: string | undefined) {
  const may = useMay()
  const { pathname } = useLocation()
  const { capabilities } = useConfig()
  const isOffered = useIsOffered()
  const inSpace = (permission: Permission, to: (space: ReturnType<typeof spaceAddresses>) => string) =>
    spaceId && may(permission) ? to(spaceAddresses(spaceId)) : null
  return (key: string) => {
    const area = areaOf(pathname)
    const name = SHORTCUTS[area === 'admin' ? 'admin' : 'go'].find(({ keys }) => keys[1] === key)?.name
    if (name === 'overview' && area === 'admin') return addresses.admin
    if (name === 'overview')
      return capabilities.includes(OVERVIEW_CAPABILITY)
        ? inSpace('space:overview:read', (at) => at.overview())
        : null
    if (name === 'spaceInfo') return inSpace('space:read', (at) => at.space())
    if (name === 'sims') return addresses.adminSims
    const section = registry.find((definition) => definition.name === name)
    if (!section || !isOffered(section)) return null
    if (section.scope === 'space')
      return inSpace(section.permissions.read ?? 'space:read', (at) => at.list(section.name))
    return `${section.scope === 'admin' ? addresses.admin : ''}/${segmentOf(section)}`
  }
}

/** Clicks a control, or only focuses it: an input, or a disabled button that shows its reason. */
function activate(control: HTMLElement) {
  // The focus returns here when the opened part closes.
  control.focus()
  if (control.tagName !== 'INPUT' && control.ariaDisabled !== 'true') control.click()
}

/** Shortcuts that press a control of the page. */
const PRESSED = ['create', 'filter', 'edit', 'nextRow', 'previousRow'] as const

/** Presses the control of a shortcut; false if the page has none. */
function press(name: ShortcutName): boolean {
  const control = controlOf(name)
  if (control) activate(control)
  return control !== null
}

/** Goes from a record to its list, through the link above it. */
function leavePage(): boolean {
  const link = [...document.querySelectorAll<HTMLElement>('main header nav li a')].at(-1)
  link?.click()
  return link !== undefined
}

/**
 * The shortcuts of the signed-in console, its command palette and its list of shortcuts.
 * @param spaceId the current space
 */
export function useCommands(spaceId: string | undefined): { openPalette: () => void; dialog: ReactNode } {
  const navigate = useNavigate()
  const sectionOf = useSectionOf(spaceId)
  const { editing, stopEditing } = useEditMode()
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const close = () => setOpen(null)
  const prefixAt = useRef(Number.NEGATIVE_INFINITY)

  useShortcutKeys((key) => {
    // Keys typed while the palette loads belong to it.
    if (open) return false
    const isSecond = performance.now() - prefixAt.current < PAUSE
    prefixAt.current = Number.NEGATIVE_INFINITY
    if (isSecond) {
      const to = sectionOf(key)
      if (to !== null) void navigate(to)
      return true
    }
    if (key === 'g') {
      prefixAt.current = performance.now()
      return true
    }
    if (key === keyOf('help')) {
      setOpen('help')
      return true
    }
    if (key === keyOf('leave')) {
      if (editing) stopEditing()
      else if (!press('leave')) return leavePage()
      return true
    }
    const name = PRESSED.find((name) => keyOf(name) === key)
    return name !== undefined && press(name)
  })

  const listen = useEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return
    // Otherwise the code editor would wait for the second key of a chord.
    event.preventDefault()
    event.stopPropagation()
    setOpen(open === 'palette' ? null : 'palette')
  })
  useEffect(() => {
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [listen])

  return {
    openPalette: () => setOpen('palette'),
    dialog: open && (
      <PartFrame onClose={close}>
        {open === 'help' ? (
          <ShortcutHelp onClose={close} />
        ) : (
          <Palette spaceId={spaceId} onClose={close} onHelp={() => setOpen('help')} />
        )}
      </PartFrame>
    ),
  }
}
