import type { KeyboardEvent, MouseEvent } from 'react'
import { useEvent } from 'react-admin'
import { useHref, useNavigate } from 'react-router-dom'

/** What a click means something to itself. */
const CONTROLS = 'a, button, input, label, select, textarea, summary, [role=button], [contenteditable]'

/** The address of the row that an event belongs to; null where a control in it, or a selected text, is what the person meant. */
function addressAt(target: EventTarget, container: Element): string | null {
  if (!(target instanceof Element) || !container.contains(target)) return null
  const row = target.closest('[data-address]')
  const control = target.closest(CONTROLS)
  if (!row || (control && row.contains(control)) || !window.getSelection()?.isCollapsed) return null
  return row.getAttribute('data-address')
}

/** Handlers of what holds rows: a click on one, or Enter, opens its `data-address`; with Ctrl or the middle button in a new tab. */
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
