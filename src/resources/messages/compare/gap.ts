import { DAY, HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { tagOf } from '../../../clock'

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
  ['millisecond', 1],
] as const

/**
 * A duration in words, by its two largest units: "2 hours 5 minutes".
 * @param duration in milliseconds
 */
export function gapText(duration: number, locale: string): string {
  const first = UNITS.findIndex(([, size]) => duration >= size)
  // Below a second the unit is milliseconds; above it they are left out.
  const [from, to] = first < 0 ? [-1, undefined] : [first, first === 4 ? 5 : Math.min(first + 2, 4)]
  let rest = duration
  return UNITS.slice(from, to)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      if (count === 0 && duration > 0) return []
      return new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
    })
    .join(' ')
}
