/** How long a finger rests on a row to select it, in ms, and how far it may move meanwhile, in px. */
const HOLD = { time: 500, room: 10 }

/** What a finger means something else on. */
const OTHERS = 'button, input, label, select, textarea, summary, [contenteditable], .details'

/** The box that selects the row of an event; null where there is none, or the finger is on something else. */
function boxAt(target: EventTarget | null): HTMLInputElement | null {
  if (!(target instanceof Element) || target.closest(OTHERS)) return null
  return target.closest('[data-row]')?.querySelector<HTMLInputElement>('.check > input') ?? null
}

/** From now on a finger that rests on a row of a table or a card selects it, or deselects it. @returns what ends that */
export function watchLongPress(): () => void {
  let hold: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  /** The row was selected, and the finger is still on it. */
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
  // The menu of a link, and the selection of its text, would come at the same time.
  const onMenu = (event: Event) => {
    if (hold || isHeld) event.preventDefault()
  }
  // A release is no visit.
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
