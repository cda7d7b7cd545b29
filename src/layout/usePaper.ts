import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { setPrinting } from '../theme/printing'

/** Lays out the page for paper before the browser captures it for printing. */
export function usePaper() {
  useEffect(() => {
    const styles = document.querySelector<HTMLLinkElement>('link[media=print]')
    const set = ({ type }: Event) => {
      const isPrinting = type === 'beforeprint'
      // Components that measure themselves now get the width of paper.
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
