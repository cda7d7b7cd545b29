import { type Condition, SECONDS_MAX } from './condition'

/** Durations that are offered, in seconds: 5 and 15 minutes, 1, 6 and 24 hours. */
const DURATIONS = [300, 900, 3600, 21_600, 86_400]
const INTERVALS = [2, 3, 5, 10, 20]
/** Fractions of the range of all values by which the end is moved away from the threshold. */
const APART = [0.02, 0.1]
const TIMES = [2, 4]
const BOOTS = [10, 20, 50]

/** A number with two significant digits, as a person would type it. */
const rounded = (value: number) => Number(value.toPrecision(2))
/** A number without the rounding noise of additions. */
const exact = (value: number) => Number(value.toPrecision(12))

/** A condition that differs in one respect. */
const varied = <Of extends Condition>(condition: Of, change: Partial<Of>): Of =>
  Object.assign({}, condition, change)

/**
 * Stricter variants of a condition, each in one respect, the least strict first.
 * @param range the least and the greatest value that were measured
 */
export function variantsOf(condition: Condition, range: readonly [number, number] | null): Condition[] {
  switch (condition.kind) {
    case 'late':
      return INTERVALS.filter((intervals) => intervals > condition.intervals).map((intervals) =>
        varied(condition, { intervals }),
      )
    case 'jump':
      return TIMES.map((times) => varied(condition, { by: condition.by * times }))
    case 'boots':
      return BOOTS.filter((times) => times > condition.times).map((times) => varied(condition, { times }))
    case 'firmwareFailed':
      return []
    case 'silent':
    case 'missing':
    case 'unchanged':
    case 'connectorFails':
    case 'connectorBehind':
      return TIMES.map((times) => condition.seconds * times)
        .filter((seconds) => seconds <= SECONDS_MAX)
        .map((seconds) => varied(condition, { seconds }))
    case 'above':
    case 'below': {
      const { limit, end } = condition
      const away = condition.kind === 'above' ? -1 : 1
      const spread = range ? range[1] - range[0] : 0
      const ends = spread > 0 ? APART.map((part) => exact(limit + away * rounded(part * spread))) : []
      return [
        ...ends
          .filter((other) => end === null || (other - end) * away > 0)
          .map((other) => varied(condition, { end: other })),
        ...DURATIONS.filter((seconds) => seconds > condition.seconds).map((seconds) =>
          varied(condition, { seconds }),
        ),
      ]
    }
  }
}
