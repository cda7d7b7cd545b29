import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { useEvent } from 'react-admin'
import type { Column } from '../types'
import type { Table } from '../useTable'
import type { Layout, NaturalWidths, OwnWidths } from './fit'

/** What a person has made of the columns, and how that changes. */
export interface Arrangement extends Pick<Table, 'settings' | 'changeSettings'> {
  /** All columns, those that are hidden too. */
  all: readonly Column<never>[]
  /** Ids of those that have no room. */
  left: readonly string[]
}

/** The same with the columns of a table, as they show. */
export interface Arranging extends Arrangement {
  columns: readonly Column<never>[]
  natural: NaturalWidths
  layOut: (own: OwnWidths) => Layout
}

type HeadEvent = PointerEvent<HTMLElement> | MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>

/** Loads at its first use: headers are seldom dragged. */
const load = () => import('./arrange')

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Enter'])

/** Handlers of a header whose columns a person moves, by dragging, and sizes, by their edges. */
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
