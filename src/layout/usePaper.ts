import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { setPrinting } from '../theme/printing'

/** Lays the page out for paper while it is printed, before the browser takes it. */
export function usePaper() {
  useEffect(() => {
    const styles = document.querySelector<HTMLLinkElement>('link[media=print]')
    const set = ({ type }: Event) => {
      const isPrinting = type === 'beforeprint'
      // What measures itself finds the width of paper.
      if (styles) styles.media = isPrinting ? 'all' : 'print'
      flushSync(() => setPrinting(isPrinting))
    }
    const events = ['beforeprint', 'afterprint']
    for (const event of events) window.addEventListener(event, set)
    return () => {
      for (const event of events) window.removeEventListener(event, set)
    }
  }, [])
}
