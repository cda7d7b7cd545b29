import type { Condition } from '#contract/alerts'
import { writeNumber } from '#contract/common'
import { formatDuration } from '#contract/connectors'
import { type ShownValue, styleOfValue } from '#contract/series'

const UNITS = { d: 'day', h: 'hour', m: 'minute', s: 'second' } as const

const counted = (count: number, what: string) =>
  `${writeNumber(count, 'en')} ${what}${count === 1 ? '' : 's'}`

/** Seconds in words: "1 hour 30 minutes". */
const spanOf = (seconds: number) =>
  formatDuration(seconds)
    .split(' ')
    .map((part) => {
      const unit = Object.entries(UNITS).find(([short]) => part.endsWith(short))
      return unit ? counted(Number.parseInt(part, 10), unit[1]) : part
    })
    .join(' ')

/** The fields that jobs have for a path besides its value. */
export const namedBy = ({ path, label, unit }: ShownValue) => ({ path, label, unit })

/** A measured number with its unit. Other systems get plain spaces. */
const measured = (value: number, of: ShownValue) =>
  writeNumber(value, 'en', styleOfValue(value, of)).replaceAll('\u00a0', ' ')

function lasting(readings: number, seconds: number): string {
  const parts = [
    readings > 1 ? `${counted(readings, 'reading')} in a row` : [],
    seconds > 0 ? spanOf(seconds) : [],
  ].flat()
  return parts.length > 0 ? ` for ${parts.join(' and ')}` : ''
}

/**
 * What a rule waits for, in English, for other systems: "When level is below 20 % for 15 minutes, until it returns to 25 %". The
 * console says the same in the language of the person.
 */
export function inEnglish(condition: Condition, shown: (path: string) => ShownValue): string {
  switch (condition.kind) {
    case 'silent':
      return `When a device is silent for ${spanOf(condition.seconds)}`
    case 'late':
      return `When a device is silent for ${writeNumber(condition.intervals, 'en')} usual intervals`
    case 'above':
    case 'below': {
      const { kind, path, limit, end, readings, seconds } = condition
      const of = shown(path)
      const until = end === null || end === limit ? '' : `, until it returns to ${measured(end, of)}`
      return `When ${of.label} is ${kind} ${measured(limit, of)}${lasting(readings, seconds)}${until}`
    }
    case 'missing':
      return `When ${shown(condition.path).label} is not sent for ${spanOf(condition.seconds)}`
    case 'boots':
      return `When a device boots at least ${counted(condition.times, 'time')} within 24 hours`
    case 'connectorFails':
      return `When a connector fails for ${spanOf(condition.seconds)}`
    case 'connectorBehind':
      return `When the oldest delivery of a connector waits for ${spanOf(condition.seconds)}`
    case 'firmwareFailed':
      return 'When a firmware job fails'
    case 'unchanged':
      return `When ${shown(condition.path).label} does not change for ${spanOf(condition.seconds)}`
    case 'jump': {
      const of = shown(condition.path)
      return `When ${of.label} changes by more than ${measured(condition.by, of)} from one reading to the next`
    }
  }
}
