import { boundedRange, type TimeRange } from '../range'

/** How much a turn of the wheel zooms. */
const WHEEL = 0.002
/** How long a wheel must rest until what it did counts, in milliseconds. */
const RESTED = 200
/** Fingers that are nearer to each other, in pixels, do not zoom. */
const APART = 24
/** Pixels that something must be moved by to be moved. */
const MOVED = 4

interface Gestures {
  rangeOf: () => TimeRange
  /** Shows a range while the gesture goes on. */
  onMove: (range: TimeRange) => void
  /** The gesture has ended. */
  onEnd: (range: TimeRange) => void
}

/** The range in which a time is as many pixels from the left as one says, of two times. */
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
 * Zooms by two fingers, and by the wheel with Ctrl; pans by one finger, and by the mouse with Shift. Moving a finger up or
 * down scrolls the page.
 * @returns how to end it
 */
export function addGestures(over: HTMLElement, { rangeOf, onMove, onEnd }: Gestures): () => void {
  const stop = new AbortController()
  /** Where fingers are, in pixels from the left. */
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
  // Shift would select texts, and the plot a part to zoom into.
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
