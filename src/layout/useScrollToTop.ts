import { useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Shows each page that opens from its top; on the way back the browser finds the place itself. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const opened = useEffectEvent((_path: string) => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
  })
  // A tab or a filter opens no page.
  useLayoutEffect(() => opened(pathname), [pathname])
}
