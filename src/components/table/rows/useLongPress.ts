import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useEvent } from 'react-admin'

/** How long a finger rests on a row to select it, in ms, and how far it may move meanwhile, in px. */
const HOLD = { time: 500, room: 10 }

/** What a finger means something else on. */
const OTHERS = 'button, input, label, select, textarea, summary, [contenteditable], .details'

/** The box that selects the row of an event; null where there is none, or the finger is on something else. */
function boxAt(target: EventTarget): HTMLInputElement | null {
  if (!(target instanceof Element) || target.closest(OTHERS)) return null
  return target.closest('[data-row]')?.querySelector<HTMLInputElement>('.check > input') ?? null
}

interface Hold {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
}

/** Handlers of what holds rows: a finger that rests on one selects it, or deselects it. */
export function useLongPress() {
  const hold = useRef<Hold | null>(null)
  /** The row was selected, and the finger is still on it. */
  const isHeld = useRef(false)
  const end = useEvent(() => {
    clearTimeout(hold.current?.timer)
    hold.current = null
  })
  useEffect(() => end, [end])
  const onPointerDown = useEvent(({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent) => {
    end()
    isHeld.current = false
    const box = pointerType === 'touch' && isPrimary ? boxAt(target) : null
    if (!box) return
    const select = () => {
      end()
      box.click()
      isHeld.current = true
      navigator.vibrate?.(10)
    }
    hold.current = { timer: setTimeout(select, HOLD.time), x: clientX, y: clientY }
  })
  const onPointerMove = useEvent(({ clientX, clientY }: PointerEvent) => {
    if (hold.current && Math.hypot(clientX - hold.current.x, clientY - hold.current.y) > HOLD.room) end()
  })
  // The menu of a link, and the selection of its text, would come at the same time.
  const onContextMenu = useEvent((event: MouseEvent) => {
    if (hold.current || isHeld.current) event.preventDefault()
  })
  // A release is no visit.
  const onClickCapture = useEvent((event: MouseEvent) => {
    if (!isHeld.current) return
    isHeld.current = false
    event.preventDefault()
    event.stopPropagation()
  })
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu,
    onClickCapture,
  }
}
