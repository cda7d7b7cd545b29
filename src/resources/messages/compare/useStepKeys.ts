import { useEffect } from 'react'
import { useEvent } from 'react-admin'

/** Where letters are typed, or belong to something in front of the page. */
const TAKES_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** The keys n and p step to the next and the previous difference, unless somebody types. */
export function useStepKeys(step: (by: 1 | -1) => void) {
  const onKey = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return
    const key = event.key.toLowerCase()
    if (key !== 'n' && key !== 'p') return
    event.preventDefault()
    step(key === 'n' ? 1 : -1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onKey])
}
