import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Series } from '../series/series'
import { momentOf, nearestTo, timesOf } from './nearest'
import { useWheel } from './useWheel'
import { moved, type Span, zoomed } from './view'

/** A shorter drag is a click, in px. */
const DRAG_MIN = 6
/** What Shift and an arrow move the stretch by, of its length. */
const MOVE = 0.25

interface SurfaceOptions {
  series: readonly Series[]
  span: Span
  /** Of the plot, in px. */
  width: number
  /** Shows another stretch; null shows everything. */
  onZoom: (span: Span | null) => void
}

/** A drag of the pointer, in px from the left edge of the plot. */
interface Drag {
  from: number
  to: number
  /** With Shift it moves the stretch, which was this one when it began. */
  moving?: Span
}

/** What pointer, wheel and keyboard do on the plot: the moment that is told, the drag that will zoom. */
export function useSurface({ series, span, width, onZoom }: SurfaceOptions) {
  const all = useMemo(() => timesOf(series), [series])
  const times = useMemo(() => all.filter((time) => time >= span[0] && time <= span[1]), [all, span])
  const [place, setPlace] = useState<number | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const time = place === null ? undefined : times[place]
  const moment = useMemo(() => (time === undefined ? null : momentOf(series, time)), [series, time])

  const timeAt = (x: number) => span[0] + (x / width) * (span[1] - span[0])
  const placeOf = ({ clientX, currentTarget }: PointerEvent) =>
    Math.min(width, Math.max(0, clientX - currentTarget.getBoundingClientRect().left))
  const zoom = (next: Span | null) => {
    setPlace(null)
    onZoom(next)
  }
  const plot = useRef<HTMLDivElement>(null)
  const { isHintShown } = useWheel(plot, (factor, x) => zoom(zoomed(span, factor, timeAt(x))))
  const goTo = (next: number) =>
    setPlace(times.length === 0 ? null : Math.min(times.length - 1, Math.max(0, next)))

  const keys = new Map<string, () => void>([
    ['ArrowLeft', () => goTo((place ?? times.length) - 1)],
    ['ArrowRight', () => goTo((place ?? -1) + 1)],
    ['Shift+ArrowLeft', () => zoom(moved(span, -MOVE))],
    ['Shift+ArrowRight', () => zoom(moved(span, MOVE))],
    ['Home', () => goTo(0)],
    ['End', () => goTo(times.length - 1)],
    ['+', () => zoom(zoomed(span, 0.5))],
    ['-', () => zoom(zoomed(span, 2))],
    ['0', () => zoom(null)],
    ['Escape', () => setPlace(null)],
  ])
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = placeOf(event)
      setDrag({ from, to: from, ...(event.shiftKey && { moving: span }) })
    },
    onPointerMove: (event: PointerEvent) => {
      const to = placeOf(event)
      if (drag?.moving) return zoom(moved(drag.moving, (drag.from - to) / width))
      if (drag) setDrag({ ...drag, to })
      const nearest = nearestTo(times, timeAt(to))
      setPlace(nearest === -1 ? null : nearest)
    },
    onPointerUp: () => {
      setDrag(null)
      if (!drag || drag.moving || Math.abs(drag.to - drag.from) < DRAG_MIN) return
      zoom([timeAt(Math.min(drag.from, drag.to)), timeAt(Math.max(drag.from, drag.to))])
    },
    onPointerCancel: () => setDrag(null),
    onPointerLeave: () => setPlace(null),
    onBlur: () => setPlace(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const isShifted = event.shiftKey && event.key.startsWith('Arrow')
      const act = keys.get(isShifted ? `Shift+${event.key}` : event.key)
      if (!act) return
      event.preventDefault()
      act()
    },
  }
  return { moment, drag, plot, isHintShown, handlers }
}
