import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end that still counts as being there, in px. */
const NEAR = 40

function scrollToEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < NEAR

/**
 * Keeps a scrolled frame at the end of its content while the person is there, and leaves it alone while they read
 * further up.
 * @param rows changes when the content does
 * @param newest id of what came last, to tell whether it came while the person was further up
 */
export function useEnd(rows: unknown, newest: string | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef<unknown>(undefined)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && seen !== newest) setSeen(newest)

  useLayoutEffect(() => {
    if (isAtEnd && shown.current !== rows) scrollToEnd(frame.current)
    shown.current = rows
  }, [rows, isAtEnd])

  // The frame shrinks while the input grows: the end stays in sight. The content grows when a person opens a long
  // output: that is where they read then.
  useEffect(() => {
    const [outer, inner] = [frame.current, content.current]
    if (!outer || !inner) return undefined
    const observer = new ResizeObserver((entries) => {
      if (isAtEnd && entries.some(({ target }) => target === outer)) scrollToEnd(outer)
      else setAtEnd(isNearEnd(outer))
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [isAtEnd])

  return {
    frame,
    content,
    onScroll: () => frame.current && setAtEnd(isNearEnd(frame.current)),
    toEnd: () => {
      scrollToEnd(frame.current)
      setAtEnd(true)
    },
    hasNewBelow: seen !== newest,
  }
}
