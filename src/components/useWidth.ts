import { useCallback, useState } from 'react'
import { onPrinting } from '../theme/printing'

/** Tells the width of an element in px whenever it changes, also for paper; returns how to stop. */
export function watchWidth(element: HTMLElement, tell: (width: number) => void) {
  const look = () => tell(element.clientWidth)
  const observer = new ResizeObserver(look)
  observer.observe(element)
  const stop = onPrinting(look)
  return () => {
    observer.disconnect()
    stop()
  }
}

/** Width of an element in px, always current; 0 until it is known. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(element.clientWidth)
    return watchWidth(element, setWidth)
  }, [])
  return { ref, width }
}
