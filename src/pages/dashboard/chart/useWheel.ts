import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { wheelFactor } from './wheel'

/** How long it is told that the wheel alone does not zoom, in ms. */
const HINT_TIME = 1500

/**
 * The wheel over an element: with Ctrl or ⌘ it zooms (as two fingers on a touchpad do, which browsers report so); alone
 * it scrolls the page, and how to zoom is told for a moment.
 * @param onZoom is given by how much, and how far from the left edge of the element in px
 */
export function useWheel(
  element: RefObject<HTMLElement | null>,
  onZoom: (factor: number, x: number) => void,
): { isHintShown: boolean } {
  const [turnedAt, setTurnedAt] = useState<number | null>(null)
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.deltaY === 0) return
    if (!event.ctrlKey && !event.metaKey) return setTurnedAt(event.timeStamp)
    // Otherwise the browser would zoom the page.
    event.preventDefault()
    setTurnedAt(null)
    onZoom(wheelFactor(event), event.clientX - (element.current?.getBoundingClientRect().left ?? 0))
  })
  // React listens to the wheel passively, and could not keep the browser from zooming.
  useEffect(() => {
    const turned = element.current
    const listen = (event: WheelEvent) => turn(event)
    turned?.addEventListener('wheel', listen, { passive: false })
    return () => turned?.removeEventListener('wheel', listen)
  }, [element])

  useEffect(() => {
    if (turnedAt === null) return undefined
    const timer = setTimeout(() => setTurnedAt(null), HINT_TIME)
    return () => clearTimeout(timer)
  }, [turnedAt])
  return { isHintShown: turnedAt !== null }
}
