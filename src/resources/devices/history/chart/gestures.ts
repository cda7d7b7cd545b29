import { boundedRange, type TimeRange } from '../range'

/** Zoom per unit of the wheel. */
const WHEEL = 0.002
/** Milliseconds without wheel events that end a gesture. */
const RESTED = 200
/** Two fingers zoom only if they are at least this far apart, in pixels. */
const APART = 24
/** Pixels before a movement counts as a pan. */
const MOVED = 4

interface Gestures {
  rangeOf: () => TimeRange
  /** Shows a range during a gesture. */
  onMove: (range: TimeRange) => void
  /** Called at the end of a gesture. */
  onEnd: (range: TimeRange) => void
}

/** The range in which two times have these distances from the left, in pixels. */
function rangeThrough(
  times: readonly [number, number],
  places: readonly [number, number],
  width: number,
): TimeRange {
  const scale = (times[1] - times[0]) / (places[1] - places[0])
  const after = times[0] - places[0] * scale
  return { after, before: after + width * scale }
}

/**
 * Zooms by a pinch, and by the wheel with Ctrl; pans by one finger, and by the mouse with Shift. A vertical move of a
 * finger scrolls the page.
 * @returns a function that removes the listeners
 */
export function addGestures(over: HTMLElement, { rangeOf, onMove, onEnd }: Gestures): () => void {
  const stop = new AbortController()
  /** Positions of the fingers, in pixels from the left. */
  const fingers = new Map<number, number>()
  let start = { range: rangeOf(), places: [] as number[] }
  let shown: TimeRange | null = null

  const placeOf = ({ clientX }: MouseEvent) => clientX - over.getBoundingClientRect().left
  const begin = () => {
    start = { range: shown ?? rangeOf(), places: [...fingers.values()] }
  }
  const timeAt = (place: number) => {
    const { after, before } = start.range
    return after + (place / over.clientWidth) * (before - after)
  }
  const move = () => {
    const places = [...fingers.values()]
    const [first = 0, second] = places
    const [wasFirst = 0, wasSecond] = start.places
    const isZoom = second !== undefined && wasSecond !== undefined
    if (isZoom && Math.min(Math.abs(first - second), Math.abs(wasFirst - wasSecond)) < APART) return
    if (!isZoom && shown === null && Math.abs(first - wasFirst) < MOVED) return
    const from: readonly [number, number] = [wasFirst, isZoom ? wasSecond : wasFirst + 1]
    const to: readonly [number, number] = [first, isZoom ? second : first + 1]
    shown = boundedRange(rangeThrough([timeAt(from[0]), timeAt(from[1])], to, over.clientWidth))
    onMove(shown)
  }
  const end = (isDone: boolean) => {
    const last = shown
    shown = null
    if (last === null) return
    if (isDone) onEnd(last)
    else onMove(start.range)
  }

  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => over.addEventListener(name, act, { signal: stop.signal, passive: false })

  listen('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && !(event.shiftKey && event.button === 0)) return
    over.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, placeOf(event))
    begin()
  })
  // Otherwise Shift would select text, and the plot a range to zoom into.
  over.addEventListener(
    'mousedown',
    (event) => {
      if (!event.shiftKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { signal: stop.signal, capture: true },
  )
  listen('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, placeOf(event))
    move()
  })
  const lift = (isDone: boolean) => (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    if (fingers.size > 0) begin()
    else end(isDone)
  }
  listen('pointerup', lift(true))
  listen('pointercancel', lift(false))

  let resting: ReturnType<typeof setTimeout> | undefined
  listen('wheel', (event) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    start = { range: shown ?? rangeOf(), places: [] }
    const place = placeOf(event)
    const factor = Math.exp(event.deltaY * WHEEL)
    const { after, before } = start.range
    const at = timeAt(place)
    shown = boundedRange({ after: at - (at - after) * factor, before: at + (before - at) * factor })
    onMove(shown)
    clearTimeout(resting)
    resting = setTimeout(() => end(true), RESTED)
  })
  return () => {
    clearTimeout(resting)
    stop.abort()
  }
}
