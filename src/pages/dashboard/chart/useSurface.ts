import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Series, Span } from '../series'
import { momentOf, moved, nearestTo, timesOf, zoomed } from './view'

/** Pixels of one wheel unit: a pixel, a line or a page, by `deltaMode`. */
const PIXELS = [1, 20, 400]

/** Wheel distance in px that doubles the visible span. */
const DOUBLE = 100

/** Largest zoom of one wheel event, in doublings. A touchpad sends many events of single pixels. */
const WHEEL_MAX = 0.5

/** Factor by which a wheel event stretches the visible span; below 1 it zooms in. */
export function wheelFactor({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const doublings = (deltaY * (PIXELS[deltaMode] ?? 1)) / DOUBLE
  return 2 ** Math.min(WHEEL_MAX, Math.max(-WHEEL_MAX, doublings))
}

/** Milliseconds for which the hint about Ctrl stays. */
const HINT_TIME = 1500

/**
 * Handles the wheel over an element. With Ctrl or ⌘ it zooms; browsers report a pinch on a touchpad in the same way.
 * Without a key it scrolls the page, and a hint says how to zoom.
 * @param onZoom gets the factor and the distance from the element's left edge in px
 */
export function useWheel(
  element: RefObject<HTMLElement | null>,
  onZoom: (factor: number, x: number) => void,
): { isHintShown: boolean } {
  const [turnedAt, setTurnedAt] = useState<number | null>(null)
  const scroll = useEffectEvent((event: WheelEvent) => {
    if (event.deltaY === 0) return
    if (!event.ctrlKey && !event.metaKey) return setTurnedAt(event.timeStamp)
    // Without this, the browser zooms the page.
    event.preventDefault()
    setTurnedAt(null)
    onZoom(wheelFactor(event), event.clientX - (element.current?.getBoundingClientRect().left ?? 0))
  })
  // React's wheel listener is passive and cannot prevent the browser's zoom.
  useEffect(() => {
    const turned = element.current
    const listen = (event: WheelEvent) => scroll(event)
    turned?.addEventListener('wheel', listen, { passive: false })
    return () => turned?.removeEventListener('wheel', listen)
  }, [element])

  useEffect(() => {
    if (turnedAt === null) return undefined
    const timer = setTimeout(() => setTurnedAt(null), HINT_TIME)
    return () => clearTimeout(timer)
  }, [turnedAt])
  return { isHintShown: turnedAt !== null }
}

/** A shorter drag counts as a click, in px. */
const DRAG_MIN = 6
/** Share of its length by which Shift and an arrow move the span. */
const MOVE = 0.25

export interface SurfaceOptions {
  series: readonly Series[]
  span: Span
  /** Of the plot, in px. */
  width: number
  /** Shows another span; null shows everything. */
  onZoom: (span: Span | null) => void
}

/** A drag of the pointer, in px from the left edge of the plot. */
interface Drag {
  from: number
  to: number
  /** With Shift, the drag moves this span, which was shown at its start. */
  moving?: Span
}

/** Handles pointer, wheel and keyboard on the plot. `moment` is the shown one, `drag` the current one. */
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
