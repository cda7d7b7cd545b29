/** Pixels that a wheel means by one line or one page: `deltaMode` 1 and 2. */
const PIXELS = [1, 20, 400]

/** Pixels of the wheel that double what is seen. */
const DOUBLE = 100

/** One turn of a wheel does no more than this, in doublings: two fingers on a touchpad move by single pixels. */
const TURN_MAX = 0.5

/** By how much a turn of the wheel, or two fingers on a touchpad, stretches the time that is seen: below 1 it zooms in. */
export function wheelFactor({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const doublings = (deltaY * (PIXELS[deltaMode] ?? 1)) / DOUBLE
  return 2 ** Math.min(TURN_MAX, Math.max(-TURN_MAX, doublings))
}
