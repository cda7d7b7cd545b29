import { useEffect, useRef } from 'react'
import { useEvent } from 'react-admin'
import { useLocation } from 'react-router-dom'

/**
 * Makes the changes of a list one after the other, each when the address of the one before is on screen. React-admin bases a
 * change on the address that was rendered last, so it would undo one that is on its way.
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
