import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { useEvent } from 'react-admin'
import type { Arranging } from './arrange'

type HeadEvent = PointerEvent<HTMLElement> | MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>

/** Loads at first use, because headers are seldom dragged. */
const load = () => import('./arrange')

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Enter'])

/** Handlers for a header in which a person drags columns and resizes them by their edges. */
export function useArranging(arranging: Arranging | undefined) {
  const act = useEvent((event: HeadEvent) => {
    const { currentTarget, target, nativeEvent } = event
    if (!arranging || !(target instanceof Element)) return
    if ('key' in event) {
      if (!KEYS.has(event.key) || !target.matches('.edge')) return
      event.preventDefault()
    }
    void load().then(({ arrange }) => arrange(arranging, currentTarget, target, nativeEvent))
  })
  if (!arranging) return undefined
  return {
    onPointerEnter: () => void load(),
    onPointerDown: act,
    onDoubleClick: act,
    onKeyDown: act,
  }
}
