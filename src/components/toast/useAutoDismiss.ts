import { useCallback, useEffect, useRef } from 'react'
import { dismissToast, TOAST_DURATION } from './toasts'

/**
 * Dismisses the toast when it was shown long enough. Time under the pointer or with the focus inside does not count,
 * nor does time in which the page is hidden.
 */
export function useAutoDismiss() {
  const left = useRef(TOAST_DURATION)
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; since: number }>(undefined)

  const pause = useCallback(() => {
    if (!running.current) return
    clearTimeout(running.current.timer)
    left.current -= Date.now() - running.current.since
    running.current = undefined
  }, [])
  const resume = useCallback(() => {
    running.current ??= { timer: setTimeout(dismissToast, left.current), since: Date.now() }
  }, [])

  useEffect(() => {
    const onVisibility = () => (document.hidden ? pause() : resume())
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      pause()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [pause, resume])

  return { onMouseEnter: pause, onMouseLeave: resume, onFocus: pause, onBlur: resume }
}
