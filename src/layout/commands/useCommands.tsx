import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEvent } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { spaceAddresses } from '../../addresses'
import { useEditMode } from '../../components/address/addressMode'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { isPaletteKey, keyOf, SHORTCUTS } from '../../components/shortcuts/shortcuts'
import { controlOf, useShortcutKeys } from '../../components/shortcuts/useShortcut'
import { useMay } from '../../dataProvider/account'
import { registry } from '../../resources/registry'

const Palette = lazyPart(() => import('../palette/Palette'))
const ShortcutHelp = lazyPart(() => import('./ShortcutHelp'))

/** How long to wait for the second key of a shortcut, in milliseconds. */
const PAUSE = 1500

/** The address of the section that a key opens after `g`; null if this person has none. */
function useSectionOf(spaceId: string | undefined) {
  const may = useMay()
  return (key: string) => {
    const name = SHORTCUTS.go.find(({ keys }) => keys[1] === key)?.name
    const section = registry.find((definition) => definition.name === name)
    if (section?.scope === 'account') return `/${section.name}`
    if (section?.scope !== 'space' || !spaceId || !may(section.permissions.read ?? 'space:read')) return null
    return spaceAddresses(spaceId).list(section.name)
  }
}

/** Clicks a control, or only focuses it: an input, or a disabled button that shows its reason. */
function use(control: HTMLElement) {
  // The focus returns here when the opened part closes.
  control.focus()
  if (control.tagName !== 'INPUT' && control.ariaDisabled !== 'true') control.click()
}

/** Goes from a record to its list, through the link above it. */
function leavePage(): boolean {
  const link = [...document.querySelectorAll<HTMLElement>('main header nav a')].at(-1)
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
      if (!editing) return leavePage()
      stopEditing()
      return true
    }
    const name = (['create', 'filter', 'edit'] as const).find((name) => keyOf(name) === key)
    const control = name && controlOf(name)
    if (control) use(control)
    return Boolean(control)
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
