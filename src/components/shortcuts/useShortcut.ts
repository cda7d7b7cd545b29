import { useMediaQuery } from '@mui/material'
import { useEffect } from 'react'
import { useEvent } from 'react-admin'
import { usePreferences } from '../../preferences'
import { ariaKey, keyOf, type ShortcutName, shortcutKey, shownKey } from './shortcuts'

/** Whether hints about keys are useful; a phone has no keyboard. */
export const useHasKeys = () => !useMediaQuery('(hover: none) and (pointer: coarse)', { noSsr: true })

/** Props of a control with a shortcut: its tooltip and screen readers name the keys. */
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

/** The control of the page for a shortcut: the first with these props. */
export const controlOf = (name: ShortcutName) =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${ariaKey(keyOf(name))}"]`)

/**
 * Calls back for each key, unless shortcuts are turned off. The callback returns true if the key was a shortcut.
 * @param isOfDialog the shortcuts belong to the open dialog
 */
export function useShortcutKeys(onKey: (key: string) => boolean, isOfDialog = false) {
  const { shortcuts } = usePreferences()
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    const key = shortcuts ? shortcutKey(event, isOfDialog) : null
    if (key !== null && onKey(key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onKeyDown])
}
