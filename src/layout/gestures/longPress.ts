/** How long a finger must rest on a row to select it, in ms, and how far it may move meanwhile, in px. */
const HOLD = { time: 500, room: 10 }

/** Elements on which a long press means something else. */
const OTHERS = 'button, input, label, select, textarea, summary, [contenteditable], .details'

/** The checkbox that selects the row of an event; null if there is none or the finger is on another control. */
function boxAt(target: EventTarget | null): HTMLInputElement | null {
  if (!(target instanceof Element) || target.closest(OTHERS)) return null
  return target.closest('[data-row]')?.querySelector<HTMLInputElement>('.check > input') ?? null
}

/** Makes a long press on a row or card select or deselect it. Returns a function that stops this. */
export function watchLongPress(): () => void {
  let hold: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  /** The row has been selected, and the finger is still down. */
  let isHeld = false
  const letGo = () => {
    clearTimeout(hold?.timer)
    hold = null
  }
  const onDown = ({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent) => {
    letGo()
    isHeld = false
    const box = pointerType === 'touch' && isPrimary ? boxAt(target) : null
    if (!box) return
    const select = () => {
      letGo()
      box.click()
      isHeld = true
      navigator.vibrate?.(10)
    }
    hold = { timer: setTimeout(select, HOLD.time), x: clientX, y: clientY }
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (hold && Math.hypot(clientX - hold.x, clientY - hold.y) > HOLD.room) letGo()
  }
  // The link's context menu and text selection would open at the same time.
  const onMenu = (event: Event) => {
    if (hold || isHeld) event.preventDefault()
  }
  // Releasing the finger must not open the row.
  const onClick = (event: Event) => {
    if (!isHeld) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  const ended = new AbortController()
  const options = { signal: ended.signal, capture: true }
  document.addEventListener('pointerdown', onDown, options)
  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('pointerup', letGo, options)
  document.addEventListener('pointercancel', letGo, options)
  document.addEventListener('contextmenu', onMenu, options)
  document.addEventListener('click', onClick, options)
  return () => {
    letGo()
    ended.abort()
  }
}
