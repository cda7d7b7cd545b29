import { useMediaQuery } from '@mui/material'
import { useEffect } from 'react'
import { useEvent } from 'react-admin'
import { usePreferences } from '../../preferences'
import { ariaKey, keyOf, type ShortcutName, shortcutKey, shownKey } from './shortcuts'

/** Whether hints about keys are of use: a phone has none to press. */
export const useHasKeys = () => !useMediaQuery('(hover: none) and (pointer: coarse)', { noSsr: true })

/** Properties of a control that a shortcut works for: its tooltip and screen readers name the keys. */
export function useShortcutOf(): (
  name: ShortcutName,
  label: string,
) => { title?: string; 'aria-keyshortcuts'?: string } {
  const { shortcuts } = usePreferences()
  const hasKeys = useHasKeys()
  return (name, label) => {
    const key = keyOf(name)
    if (!shortcuts && name !== 'palette') return {}
    return { title: hasKeys ? `${label} (${shownKey(key)})` : label, 'aria-keyshortcuts': ariaKey(key) }
  }
}

/** The control of the page that a shortcut works for: the first with these properties. */
export const controlOf = (name: ShortcutName) =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${ariaKey(keyOf(name))}"]`)

/**
 * Calls back for each key that is a shortcut, unless they are turned off. True: it was one.
 * @param isOfDialog the shortcuts are of the dialog that is open
 */
export function useShortcutKeys(onKey: (key: string) => boolean, isOfDialog = false) {
  const { shortcuts } = usePreferences()
  const heard = useEvent((event: KeyboardEvent) => {
    const key = shortcuts ? shortcutKey(event, isOfDialog) : null
    if (key !== null && onKey(key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [heard])
}
