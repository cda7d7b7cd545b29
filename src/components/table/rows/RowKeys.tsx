import { useEffect, useLayoutEffect, useRef } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { usePeekMode } from '../../address/addressMode'
import { keyOf } from '../../shortcuts/shortcuts'
import { useShortcutKeys } from '../../shortcuts/useShortcut'
import { rememberWalk } from '../../walk/walk'
import type { TableListProps } from '../types'
import { useFilters } from '../useTable'
import { focusedId, rowElement } from './rowElements'

/** Number of frames to wait for a row that the window of rows did not have. */
const FRAMES = 20

/** What gets the focus for a row: the row itself if it opens, else the link with its name, else its first control. */
const targetIn = (row: HTMLElement) =>
  (row.matches('[data-address]') ? row : null) ??
  row.querySelector<HTMLElement>(':scope > [data-address]') ??
  row.querySelector<HTMLElement>('.name a, h2 a') ??
  row.querySelector<HTMLElement>('a[href], button, input')

/** Focuses a row, which the browser scrolls into view and a screen reader says; waits until it is in the document. */
function focusRow(id: string, frames = FRAMES) {
  const row = rowElement(id)
  const target = row && targetIn(row)
  if (target) target.focus()
  else if (frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1))
}

/** Selects or deselects a row; false if it has no checkbox. */
function select(id: string | null): boolean {
  const box = id === null ? null : rowElement(id)?.querySelector<HTMLElement>('.check > input')
  box?.click()
  return Boolean(box)
}

/** The first row in sight. */
const firstInSight = (rows: readonly RaRecord[]) =>
  rows.find(({ id }) => {
    const row = rowElement(String(id))
    const top = row?.closest('[role=group]')?.getBoundingClientRect().top ?? 0
    return row !== null && row.getBoundingClientRect().top >= top
  }) ?? rows[0]

/** Stores the shown rows for the pages of their records. */
function useRememberedWalk(permanent: TableListProps<RaRecord>['filter'], isStored: boolean) {
  const { pathname } = useLocation()
  const { data, page, perPage, sort, total = null, isPlaceholderData } = useListContext()
  const { effective } = useFilters()
  const filter = JSON.stringify({ ...effective, ...permanent })
  useEffect(() => {
    if (!isStored || !data || isPlaceholderData) return
    const ids = data.map(({ id }) => String(id))
    const pages = { perPage, firstPage: page, lastPage: page }
    rememberWalk(pathname, { filter: JSON.parse(filter), sort, ...pages, ids, total })
  }, [isStored, pathname, data, isPlaceholderData, page, perPage, sort, total, filter])
}

export interface RowKeysProps extends Pick<TableListProps<RaRecord>, 'filter'> {
  /** Whether rows can be peeked at. */
  canPeek: boolean
  /** Whether the ids of the rows may be stored. */
  isStored: boolean
}

/** The keys of a list: through its rows and pages, select, and peek. Rules, "Going through a list". */
export default function RowKeys({ filter, canPeek, isStored }: RowKeysProps) {
  const list = useListContext()
  const { data: rows = [], page, hasNextPage, hasPreviousPage, setPage, isPlaceholderData } = list
  const { peeked, startPeeking, movePeek, stopPeeking } = usePeekMode()
  const opened = useRef<{ page: number; end: 0 | -1 } | null>(null)
  useRememberedWalk(filter, isStored)

  const wasPeeked = useRef(peeked)
  useLayoutEffect(() => {
    // The focus returns from the closed panel to its row.
    if (wasPeeked.current !== null && peeked === null && document.activeElement === document.body)
      focusRow(wasPeeked.current)
    wasPeeked.current = peeked
  }, [peeked])

  const goTo = (row: RaRecord | undefined) => {
    if (!row) return
    focusRow(String(row.id))
    if (peeked !== null) movePeek(String(row.id))
  }
  useEffect(() => {
    if (opened.current?.page !== page || isPlaceholderData || rows.length === 0) return
    const { end } = opened.current
    opened.current = null
    goTo(rows.at(end))
  })

  const openPage = (to: number, end: 0 | -1) => {
    opened.current = { page: to, end }
    setPage(to)
  }
  const step = (by: 1 | -1) => {
    // The rows of another page are on their way.
    if (isPlaceholderData) return true
    const from = focusedId() ?? peeked
    const at = rows.findIndex(({ id }) => String(id) === from)
    if (from === null || at < 0) goTo(firstInSight(rows))
    else if (rows[at + by]) {
      // The neighbours of a row that was scrolled away are not in the document.
      if (!rowElement(String(rows[at + by]?.id))) rowElement(from)?.scrollIntoView({ block: 'center' })
      goTo(rows[at + by])
    } else if (by > 0 && hasNextPage) openPage(page + 1, 0)
    else if (by < 0 && hasPreviousPage) openPage(page - 1, -1)
    return rows.length > 0
  }
  const peek = (id: string | null) => {
    if (id === null || !canPeek) return false
    if (peeked === id) stopPeeking()
    else if (peeked === null) startPeeking(id)
    else movePeek(id)
    return true
  }
  useShortcutKeys((key) => {
    if (key === keyOf('nextRow')) return step(1)
    if (key === keyOf('previousRow')) return step(-1)
    if (key === keyOf('select')) return select(focusedId())
    return key === keyOf('peek') && peek(focusedId(true))
  })
  return null
}
