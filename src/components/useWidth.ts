import { useCallback, useState } from 'react'
import { onPrinting } from '../theme/printing'

/** Reports the width of an element in px on each change, also for printing. Returns a function that stops. */
export function watchWidth(element: HTMLElement, onChange: (width: number) => void) {
  const look = () => onChange(element.clientWidth)
  const observer = new ResizeObserver(look)
  observer.observe(element)
  const stop = onPrinting(look)
  return () => {
    observer.disconnect()
    stop()
  }
}

/** The current width of an element in px; 0 until known. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(element.clientWidth)
    return watchWidth(element, setWidth)
  }, [])
  return { ref, width }
}
