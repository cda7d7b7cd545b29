import { useEffect, useRef } from 'react'
import { useEvent } from 'react-admin'
import { useLocation } from 'react-router-dom'

/**
 * Makes changes of a list one after the other, each once the address of the previous one is rendered. React-admin bases
 * a change on the last rendered address, so it would undo a pending one.
 */
export function useInOrder<List>(list: List): (change: (list: List) => void) => void {
  const { key } = useLocation()
  const waiting = useRef<((list: List) => void)[]>([])
  const isUnderway = useRef(false)
  const next = useEvent(() => {
    const change = waiting.current.shift()
    isUnderway.current = change !== undefined
    change?.(list)
  })
  useEffect(next, [key, next])
  return useEvent((change: (list: List) => void) => {
    waiting.current.push(change)
    if (!isUnderway.current) next()
  })
}
