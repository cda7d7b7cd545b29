import { useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end that still counts as being there, in px. */
const NEAR = 40

/**
 * Keeps a scrolled list at its end while the person is there, and leaves it alone while they read further up.
 * @param newest id of what came last, to tell whether it came while the person was further up
 */
export function useEnd(newest: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && seen !== newest) setSeen(newest)

  const toEnd = () => {
    const element = list.current
    if (element) element.scrollTop = element.scrollHeight
    setAtEnd(true)
  }
  useLayoutEffect(() => {
    const element = list.current
    if (isAtEnd && element) element.scrollTop = element.scrollHeight
  })

  const onScroll = () => {
    const element = list.current
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR)
  }
  return { list, onScroll, toEnd, hasNewBelow: seen !== newest }
}
