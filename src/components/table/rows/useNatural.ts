import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useListContext, useLocale } from 'react-admin'
import type { Column } from '../types'
import type { NaturalWidths } from './fit'

/** Attribute of a table whose cells have the width of their content. */
export const MEASURING = 'data-measuring'

const NONE: NaturalWidths = new Map()

/**
 * Widths of the columns seen on screen, and a function that receives new ones. A new page, order or filter starts over;
 * otherwise widths only grow, so that arriving or changing rows do not move columns back and forth.
 */
export function useNatural() {
  const [natural, setNatural] = useState(NONE)
  const { page, perPage, sort, filterValues } = useListContext()
  const shown = JSON.stringify([page, perPage, sort, filterValues, useLocale()])
  const last = useRef(shown)
  const take = useCallback(
    (seen: NaturalWidths) => {
      const isNew = last.current !== shown
      last.current = shown
      setNatural((old) => {
        const next = new Map(old)
        for (const [id, width] of seen) next.set(id, isNew ? width : Math.max(width, old.get(id) ?? 0))
        return [...next].every(([id, width]) => old.get(id) === width) ? old : next
      })
    },
    [shown],
  )
  return { natural, take }
}

/**
 * Measures the columns of a table with its first rows and whenever rows or columns arrive. A refresh with the same
 * rows, or a column that leaves, measures nothing. Each measurement lays out all rows, so there are as few as possible.
 */
export function useMeasuring(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<never>[],
  take: (seen: NaturalWidths) => void,
) {
  const { data, isPlaceholderData } = useListContext()
  const last = useRef<{ data: unknown; take: unknown; columns: readonly Column<never>[] }>(null)
  useLayoutEffect(() => {
    const element = table.current
    if (!element || !data || isPlaceholderData) return
    const { current: before } = last
    last.current = { data, take, columns }
    const isKnown = before?.data === data && before.take === take
    if (isKnown && columns.every((column) => before.columns.includes(column))) return
    const scroller = element.parentElement
    // On the first render, reading the scroll position would cause another layout.
    const top = (before && scroller?.scrollTop) ?? 0
    element.setAttribute(MEASURING, '')
    const cells = [...element.querySelectorAll(':scope > thead > tr > [data-column]')]
    const widths = cells.map((cell) => Math.ceil(cell.getBoundingClientRect().width))
    element.removeAttribute(MEASURING)
    if (top > 0) scroller?.scrollTo({ top })
    const seen = columns.map(({ id }, index) => [id, widths[index] ?? 0] as const)
    take(new Map(seen.filter(([, width]) => width > 0)))
  }, [table, data, isPlaceholderData, columns, take])
}
