import { choiceOf, orderWith } from '../choice'
import type { Column } from '../types'
import { COLUMN_WIDTHS, type Table } from '../useTable'
import { CONTROL_WIDTH, type Layout, type NaturalWidths, type OwnWidths } from './fit'

/** The person's arrangement of columns, and how to change it. */
export interface Arrangement extends Pick<Table, 'settings' | 'changeSettings'> {
  /** All columns, including hidden ones. */
  all: readonly Column<never>[]
  /** Ids of columns without room. */
  left: readonly string[]
}

/** The arrangement, with the table's columns as shown. */
export interface Arranging extends Arrangement {
  columns: readonly Column<never>[]
  natural: NaturalWidths
  layOut: (own: OwnWidths) => Layout
}

/** How far an arrow key moves an edge, in px. */
const STEP = 16
/** How far a header must be dragged to count as more than a click, in px. */
const CLICK_SPAN = 6

const inBounds = (width: number) =>
  Math.round(Math.min(COLUMN_WIDTHS.max, Math.max(COLUMN_WIDTHS.min, width)))

/** The widths after resizing a column; columns to its left keep theirs. */
function widthsWith({ columns, settings, layOut }: Arranging, id: string, width: number): OwnWidths {
  const own = settings.widths
  const { widths } = layOut(own)
  const place = columns.findIndex((column) => column.id === id)
  const before = columns.slice(0, place).map((column, at) => [column.id, inBounds(widths[at] ?? 0)])
  return { ...own, ...Object.fromEntries(before), [id]: inBounds(width) }
}

/** Shows changing widths without a render. */
function draw(head: Element, { layOut }: Arranging, own: OwnWidths) {
  const { widths } = layOut(own)
  const table = head.closest('table')
  const cols = [...(table?.querySelectorAll<HTMLElement>(':scope > colgroup > col') ?? [])]
  const controls = cols.length - widths.length
  for (const [at, width] of widths.entries()) cols[controls + at]?.style.setProperty('width', `${width}px`)
  const whole = widths.reduce((sum, width) => sum + width, controls * CONTROL_WIDTH)
  table?.style.setProperty('min-width', `${whole}px`)
}

/** Resizing also fixes the choice of columns, so that none leaves for a wider one. */
const keepWidths = ({ all, settings, left, changeSettings }: Arranging, widths: OwnWidths) =>
  changeSettings({ widths: { ...widths }, columns: choiceOf(all, settings, left) })

interface Drag {
  onMove: (event: PointerEvent) => void
  /** Whether the drag was completed, not cancelled. */
  onEnd: (isDone: boolean) => void
}

/** Follows a pointer until it is released; Escape cancels. */
function follow({ onMove, onEnd }: Drag) {
  const control = new AbortController()
  const end = (isDone: boolean) => {
    control.abort()
    onEnd(isDone)
  }
  const options = { signal: control.signal, capture: true }
  // A quick click may have ended before this module loaded.
  window.addEventListener(
    'pointermove',
    (event) => (event.buttons === 0 ? end(false) : onMove(event)),
    options,
  )
  window.addEventListener('pointerup', () => end(true), options)
  window.addEventListener('pointercancel', () => end(false), options)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }
  window.addEventListener('keydown', onKey, options)
}

/** Suppresses the click at the end of a drag, which would sort. */
function swallowClick() {
  const control = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { signal: control.signal, capture: true },
  )
  setTimeout(() => control.abort())
}

const widthOf = ({ columns, settings, layOut }: Arranging, id: string) =>
  layOut(settings.widths).widths[columns.findIndex((column) => column.id === id)] ?? 0

function dragEdge(arranging: Arranging, edge: HTMLElement, id: string, { clientX }: PointerEvent) {
  const from = widthOf(arranging, id)
  const before = arranging.settings.widths
  let own = before
  edge.toggleAttribute('data-moves', true)
  follow({
    onMove(event) {
      own = widthsWith(arranging, id, from + event.clientX - clientX)
      draw(edge, arranging, own)
    },
    onEnd(isDone) {
      edge.toggleAttribute('data-moves', false)
      if (!isDone) draw(edge, arranging, before)
      else if (own !== before) keepWidths(arranging, own)
    },
  })
}

function dragColumn(arranging: Arranging, head: Element, id: string, { clientX }: PointerEvent) {
  const moving = arranging.columns.filter(({ primary, card }) => !primary && card !== 'actions')
  if (moving.every((column) => column.id !== id)) return
  const cellOf = (column: string) =>
    [...head.querySelectorAll<HTMLElement>('[data-column]')].find(({ dataset }) => dataset.column === column)
  let target: { id: string; side: 'before' | 'after' } | undefined
  const mark = (next: typeof target) => {
    if (target) cellOf(target.id)?.removeAttribute('data-drop')
    target = next
    if (next) cellOf(next.id)?.setAttribute('data-drop', next.side)
  }
  follow({
    onMove(event) {
      const cell = cellOf(id)
      if (!cell?.hasAttribute('data-moves') && Math.abs(event.clientX - clientX) < CLICK_SPAN) return
      cell?.toggleAttribute('data-moves', true)
      const over = moving.find((column) => {
        const box = cellOf(column.id)?.getBoundingClientRect()
        return box !== undefined && event.clientX >= box.left && event.clientX < box.right
      })
      const box = over && cellOf(over.id)?.getBoundingClientRect()
      if (!box || over.id === id) return mark(undefined)
      return mark({ id: over.id, side: event.clientX < box.left + box.width / 2 ? 'before' : 'after' })
    },
    onEnd(isDone) {
      const cell = cellOf(id)
      if (cell?.hasAttribute('data-moves')) swallowClick()
      cell?.removeAttribute('data-moves')
      const place = target
      mark(undefined)
      if (!isDone || !place) return
      const others = moving.filter((column) => column.id !== id)
      const at = others.findIndex((column) => column.id === place.id) + Number(place.side === 'after')
      const { all, settings, changeSettings } = arranging
      changeSettings({ order: orderWith(all, settings.order, id, others[at]?.id ?? null) })
    },
  })
}

/** Handles an event in a table header: dragging a header or its edge, or a key or double click on the edge. */
export function arrange(arranging: Arranging, head: Element, target: Element, event: Event) {
  const id = target.closest('[data-column]')?.getAttribute('data-column')
  if (!id) return
  const edge = target.closest<HTMLElement>('.edge')
  if (event instanceof PointerEvent) {
    if (event.button !== 0) return
    if (edge) dragEdge(arranging, edge, id, event)
    else if (event.pointerType !== 'touch') dragColumn(arranging, head, id, event)
    return
  }
  if (!edge) return
  const key = event instanceof KeyboardEvent ? event.key : 'Enter'
  const width = widthOf(arranging, id)
  const next =
    key === 'Enter' ? (arranging.natural.get(id) ?? width) : width + (key === 'ArrowLeft' ? -STEP : STEP)
  keepWidths(arranging, widthsWith(arranging, id, next))
}
