import { type RefObject, useEffect } from 'react'

/** Marks a cell of a changed line; the cell is ours, the table is the viewer's. */
export const CHANGED = 'data-changed'
const CURRENT = 'data-current'

/** Rows of changed lines, those that stand together in one list. */
function differencesIn(container: HTMLElement): Element[][] {
  const differences: Element[][] = []
  let open: Element[] | undefined
  for (const row of container.querySelectorAll('tbody > tr')) {
    if (!row.querySelector(`[${CHANGED}]`)) {
      open = undefined
    } else if (open) {
      open.push(row)
    } else {
      open = [row]
      differences.push(open)
    }
  }
  return differences
}

/**
 * Marks the rows of one difference of the viewer's table and brings them into sight. The viewer paints when it has
 * computed, and tells nobody: so its document is watched.
 * @param current index of the difference; null for none
 */
export function useCurrentRows(ref: RefObject<HTMLElement | null>, current: number | null) {
  useEffect(() => {
    const container = ref.current
    if (!container) return
    let isShown = false
    const show = () => {
      const rows = current === null ? [] : (differencesIn(container)[current] ?? [])
      for (const row of container.querySelectorAll(`[${CURRENT}]`)) row.removeAttribute(CURRENT)
      for (const row of rows) row.setAttribute(CURRENT, '')
      // The viewer's own tooltips are in English only; the gutter says the same in every language.
      for (const cell of container.querySelectorAll('td[title]')) cell.removeAttribute('title')
      if (isShown || !rows[0]) return
      rows[0].scrollIntoView({ block: 'center' })
      isShown = true
    }
    show()
    const watch = new MutationObserver(show)
    watch.observe(container, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [ref, current])
}
