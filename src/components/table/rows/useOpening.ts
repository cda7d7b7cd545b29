import type { KeyboardEvent, MouseEvent } from 'react'
import { useEvent } from 'react-admin'
import { useHref, useNavigate } from 'react-router-dom'

/** Elements that handle clicks themselves. */
const CONTROLS = 'a, button, input, label, select, textarea, summary, [role=button], [contenteditable]'

/** The address of an event's row; null if the person clicked a control in it or selected text. */
function addressAt(target: EventTarget, container: Element): string | null {
  if (!(target instanceof Element) || !container.contains(target)) return null
  const row = target.closest('[data-address]')
  const control = target.closest(CONTROLS)
  if (!row || (control && row.contains(control)) || !window.getSelection()?.isCollapsed) return null
  return row.getAttribute('data-address')
}

/** Handlers of a row container: a click or Enter opens a row's `data-address`; Ctrl or middle click in a new tab. */
export function useOpening() {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  const open = useEvent((address: string, inNewTab: boolean) => {
    if (inNewTab) window.open(root + address, '_blank', 'noopener')
    else void navigate(address)
  })
  const onClick = useEvent((event: MouseEvent<HTMLElement>) => {
    const address = addressAt(event.target, event.currentTarget)
    if (address === null || event.defaultPrevented || event.shiftKey || event.button > 1) return
    open(address, event.ctrlKey || event.metaKey || event.button === 1)
  })
  const onKeyDown = useEvent((event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof Element)) return
    const address = event.target.getAttribute('data-address')
    if (address !== null) open(address, event.ctrlKey || event.metaKey)
  })
  return { onClick, onAuxClick: onClick, onKeyDown }
}
