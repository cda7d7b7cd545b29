const focusableIn = (place: Element) =>
  place.querySelector<HTMLElement>('a[href]') ??
  place.querySelector<HTMLElement>('button:enabled, [tabindex="0"]')

/**
 * The ref of a control that goes when it was used. The focus, if it has it, goes on to what is nearest: its line of a list or table,
 * else the line that comes in its place, else the controls beside it, else its section, else the page. Do not disable the control meanwhile: that alone
 * takes the focus away.
 */
export function leaveFocus(control: HTMLElement | null) {
  if (!control) return undefined
  return () => {
    if (!control.contains(document.activeElement)) return
    const line = control.closest('li, tr, [role="row"]')
    const nearest = line
      ? [line, line.nextElementSibling, line.previousElementSibling]
      : [control.parentElement]
    const places = [...nearest, control.closest('section')]
    const page = control.closest('main')
    // Once the others are as they will be.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      for (const place of places) {
        const next = place?.isConnected && focusableIn(place)
        if (next) return next.focus()
      }
      page?.focus({ preventScroll: true })
    })
  }
}
